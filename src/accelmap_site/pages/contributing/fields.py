"""What classes and their fields mean, in Chinese; in English the classes say it themselves."""

from collections.abc import Mapping

PARTS: Mapping[str, str] = {
    "Record": "各类条目共有的字段。id 就是文件名，类别就是文件夹，文件里都不再写。",
    "Technique": "让训练或推理更快、更省显存或更便宜的方法。",
    "Tool": "人们安装使用的软件：框架、库、引擎、kernel 集合。",
    "Model": "一个 AI 模型，或一个模型系列。",
    "Hardware": "一款在售的加速器。",
    "Bottleneck": "限制任务速度或规模的因素。",
    "Scenario": "一类常见任务，以及该用什么。",
    "Trend": "这个领域的一个走向，以及支持和反对它的证据。",
    "Formula": "一个可以计算的量：页面、检查和计算器都出自同一个表达式。",
    "Term": "不属于其他各类的词：格式、指标、硬件单元、概念。",
    "Title": "两种语言的短名称。",
    "Alias": "读者可能用来查找它的另一种写法。",
    "Text": "给读者看的文字，两种语言各写一遍，谁也不是谁的直译。",
    "Relations": "有类型的边。写在一边，两边都能看到。",
    "Confusion": "读者容易当成它的条目，以及怎样区分。",
    "Allow": "对一条检查规则的例外：在需要时让它不作声，到期为止。",
    "Dispute": "流传很广却不对、或有争议的说法，附判断与依据。",
    "PropertyText": "对比表里用文字说明的一格。",
    "PropertyNumber": "对比表里用数说明的一格。",
    "Fact": "带单位的数，恰好有一个出处：来源、推导或公式。",
    "Source": "写这条记录时打开过的文档，恰好有一个地址。",
    "Equation": "LaTeX 公式，页面上以 MathML 显示。",
    "Figure": "值得记住的数，带成立的条件。",
    "Gain": "测得的收益，以及测量条件。",
    "Ref": "对另一条目的引用，以及附加说明。",
    "Switch": "某个工具怎样打开这项技术。",
    "Config": "模型公布的结构配置。不知道的不写。",
    "Variant": "模型系列里的一个尺寸。",
    "Trait": "“模型 × 技术”表里的一格。",
    "Memory": "加速器的显存。",
    "Throughput": "某个数值格式的峰值，不含稀疏。",
    "Interconnect": "加速器与相邻卡、主机之间的链路。",
    "Signal": "支持或排除某个瓶颈的一项观测。",
    "Measurement": "怎样得到一项观测。",
    "Evidence": "关于一个趋势的一次有日期的观察。",
    "Leaf": "瓶颈在决策流里的位置。",
    "Tiers": "按轻重缓急排列的选择。",
    "Input": "由读者填写的量。",
    "Constant": "带单位的固定量，如每参数每 token 2 FLOP。",
    "Condition": "对模型配置的条件，不满足时公式对该模型不成立。",
    "Example": "一个算例。每个输入都写在这里或取自所列条目，不用默认值。",
    "Plot": "公式随一个输入变化的曲线：先画哪些，下方的表列哪些。",
    "Computed": "能得出事实取值的公式算例。",
    "Choice": "某一档里的一项。",
    "Curve": "一开始画出的一条曲线：由条目填充预设，或在一个标题下给出输入。",
    "Mark": "工作点：值得在图上画一条线的 x 值。",
}
FIELDS: Mapping[str, Mapping[str, str]] = {
    "Record": {
        "title": "名称。", "abbr": "缩写，确有人这么用才写。", "aliases": "其他写法，两种语言都可以；读者按这些词也能找到它。",
        "former_ids": "曾用的 id，旧地址会跳转到这里。", "summary": "最多两句的纯文本，单独放进悬浮卡片也成立。",
        "body": "其余章节，Markdown。", "relations": "到其他条目的边。", "confused_with": "容易与它混淆的条目。",
        "disputes": "关于它的错误或有争议的说法。", "properties": "对比表里的单元格，键取自 taxonomy/properties.yml。",
        "facts": "正文用 fact(\"key\") 引用的数，按 key 存放。", "sources": "为写这条记录打开过的文档。",
        "verified": "最近一次与来源逐项对照的日期。", "allow": "对检查规则的例外，各写明理由与截止日。",
    },
    "Technique": {
        "categories": "所属大类，取自 taxonomy/categories.yml。", "stages": "用在哪些阶段，取自 taxonomy/stages.yml。",
        "layer": "改动落在哪一层，取自 taxonomy/layers.yml。", "bottlenecks": "缓解哪些瓶颈，强度 1（有帮助）到 3（首选对策）。",
        "introduced": "首次公开的年月，YYYY-MM。",
        "maturity": "research：只有论文；available：工具里有，需手动开启；default：常用工具默认开启；declining：正被取代。",
        "mechanism": "它怎样工作，一步一步写。", "equations": "定义它的公式。", "figures": "值得记住的数，各带条件。",
        "use_when": "什么情况下该用它。", "avoid_when": "什么情况下有害，或者刚好打平。", "gains": "测得的收益，各带条件。",
        "costs": "在显存、时间、质量、人力上要付出什么。", "requires": "没有它就不能工作的技术或工具。",
        "needs_features": "需要的硬件能力，取自 taxonomy/features.yml。", "needs_software": "需要的软件与版本，如 'PyTorch >= 2.4'。",
        "applies_if": "对模型配置的条件，如 experts > 0。", "tools": "支持它的工具，以及打开它的参数。",
        "no_tool": "为什么没有列出工具。",
        "caches": "这种注意力为每个 token 缓存什么：heads（各 KV 头的 K 与 V）或 latent（一个压缩向量加旋转部分）。",
    },
    "Tool": {
        "categories": "所属大类，取自 taxonomy/categories.yml。", "stages": "用在哪些阶段，取自 taxonomy/stages.yml。",
        "layer": "所在的层，取自 taxonomy/layers.yml。", "bottlenecks": "它自身缓解的瓶颈。", "organisation": "谁做的。",
        "licence": "仓库许可证的 SPDX 标识。", "state": "开发状态。", "repository": "源码仓库。", "homepage": "文档或主页。",
        "install": "安装命令，原样。", "released": "首次公开发布的年月，YYYY-MM。", "what": "做什么、给谁用、不做什么。",
    },
    "Model": {
        "organisation": "谁训练的。", "released": "首次公开发布的日期，YYYY-MM 或 YYYY-MM-DD。", "modality": "输入输出的模态。",
        "type": "不是语言模型的，写 taxonomy/model-kinds.yml 里的类型：诊断据此略去不适用的技术。",
        "licence": "权重的许可证；闭源模型不写。", "closed": "true：权重与结构没有公布。", "total_b": "总参数量，十亿。",
        "active_b": "每个 token 激活的参数量，十亿。", "config": "单个模型的结构配置。", "variants": "系列里的各个尺寸，各带结构配置。",
        "attention": "注意力设计。", "architecture": "稠密还是 MoE，残差怎样设计。", "position": "位置编码。",
        "post_training": "后训练方法，按厂商的说法。", "special": "与众不同之处。", "uses": "上面各格没有提到、但它用到的条目。",
    },
    "Trend": {
        "claim": "据说正在发生什么，窄到可以被推翻。", "since": "最早一条证据的年月。",
        "state": "rising：证据在增加，采用还不普遍；settled：已是通常做法；contradicted：后来的证据与它相反。",
        "categories": "所属大类，取自 taxonomy/categories.yml。", "evidence": "支持它的证据，从早到晚。",
        "against": "限制它或与它相反的证据，从早到晚。", "watch": "看到什么就该改变判断。",
    },
    "Hardware": {
        "vendor": "厂商。", "generation": "架构代号，如 Hopper。", "compute_capability": "CUDA 计算能力，如 '9.0'。",
        "released": "发布或上市的年月，YYYY-MM。", "variant": "这些数字对应的形态，如 'SXM5 80 GB'。", "memory": "显存。",
        "throughput": "各数值格式的稠密峰值。", "interconnect": "互连。", "features": "具备的能力，取自 taxonomy/features.yml。",
        "tdp_w": "整卡功耗，瓦。", "what": "这一代带来了什么，短板在哪里。",
    },
    "Bottleneck": {
        "symptoms": "使用者会看到的现象。", "mechanism": "为什么会慢或失败。", "signals": "带阈值的观测。",
        "measure": "测量用的工具和命令。", "questions": "先问哪几个问题。", "flow": "它在决策流里的分支与叶子。",
    },
    "Scenario": {
        "stages": "所处阶段，取自 taxonomy/stages.yml。", "situation": "谁在什么硬件上跑什么，想达到什么。",
        "tiers": "按轻重缓急排好的选择。",
    },
    "Formula": {
        "family": "所属的组，取自 taxonomy/formula_families.yml。", "about": "它计算的是哪些条目的代价或效果。",
        "quantity": "算的是什么，一个短语。", "symbol": "结果的符号。", "tex": "结果符号的 LaTeX 写法。", "unit": "结果的单位。",
        "inputs": "要填的量。", "constants": "固定的量。", "expression": "由这些符号写成的算式，单位要能对上。",
        "explanation": "各项是什么、从哪里来。", "assumptions": "结果成立的前提。", "holds_if": "对模型的条件，须全部满足。",
        "examples": "算例，每次检查都重算。", "plot": "曲线比一个数更说明问题时，画一张图。",
    },
    "Term": {
        "topic": "所属主题，取自 taxonomy/topics.yml。", "categories": "所属大类，取自 taxonomy/categories.yml。",
        "definition": "先给出能单独成立的定义，再说它有什么用。", "mechanism": "它怎样工作。", "equations": "定义它的公式。",
        "figures": "值得记住的数。", "pitfalls": "用这个词时常犯的错。",
    },
    "Title": {
        "zh": "中文工程师的叫法；业内直接用英文的，照写英文。", "en": "英文文本里的叫法。",
    },
    "Alias": {
        "text": "这种写法。", "autolink": "false：能查到，但正文里不自动成链。",
    },
    "Text": {
        "zh": "中文。", "en": "英文。",
    },
    "Relations": {
        "variant_of": "另一项的变体，设计有改动。", "evolves_from": "另一项的后继。", "part_of": "另一项的组件或步骤。",
        "requires": "没有另一项就不能工作。", "combines_with": "一起用更有效。", "alternative_to": "用别的办法解决同一个问题。",
        "incompatible_with": "不能一起用。", "contrasts_with": "对照着看最容易懂。", "implemented_by": "提供它的工具。",
        "used_by": "用到它的模型、工具或技术。", "equivalent_to": "同一件事的另一个名字或形式。",
    },
    "Confusion": {
        "id": "被误认的那个条目的 id。", "zh": "区别，中文。", "en": "区别，英文。",
    },
    "Dispute": {
        "claim": "流传的说法。", "said_by": "谁这么说，知道才写。", "verdict": "我们的判断。", "because": "理由，以及正确的说法。",
        "sources": "作为依据的来源的 key。",
    },
    "PropertyText": {
        "zh": "中文。", "en": "英文。", "source": "来源的 key。",
    },
    "PropertyNumber": {
        "value": "数值；是范围时写下限。", "upto": "范围的上限。", "unit": "单位：bit、%、Hz、kbit/s。", "source": "来源的 key。",
    },
    "Fact": {
        "value": "纯数字，或范围 2.2–2.6，可以 ~、>、< 开头；不写则取公式的结果。",
        "unit": "印出来的单位，两种语言共用一个，或写 {zh, en}：GB、%、×、{zh: 倍, en: ×}。", "source": "写明它的来源的 key。",
        "derivation": "能算出它的算式，如 2*61*576。", "formula": "能算出它的公式算例。", "note": "成立的条件。",
    },
    "Source": {
        "key": "短名，在条目内唯一，其他字段用它引用。", "kind": "是哪一种文档。", "title": "原文标题。", "url": "网址。",
        "arxiv": "arXiv 编号，不带版本号。", "doi": "DOI。", "hf": "Hugging Face 仓库，owner/name。", "year": "发表年份。",
        "locator": "在文档的哪里：'§3.2, Table 2'、文件与行、标题。", "supports": "为本条目的哪些字段打开的。",
        "unverified": "true：写作时没能打开。",
    },
    "Equation": {
        "tex": "LaTeX，不带定界符。", "note": "各符号是什么，带单位。", "source": "来源的 key。",
    },
    "Figure": {
        "what": "数的是什么、量的是什么。", "value": "数值，纯数字：'131072'、'2.2–2.6'。", "unit": "单位：KiB、GB/s、TFLOP/s、×、%。",
        "given": "条件：模型、上下文长度、精度、硬件。", "derivation": "能算出它的算式，如 2*32*8*128*2。",
        "source": "来源的 key；推导得出的可以不写。",
    },
    "Gain": {
        "metric": "改善了什么。", "value": "报告的最低值与最高值。", "unit": "数值的单位。", "baseline": "和什么比。",
        "model": "测的模型或负载。", "hardware": "硬件与数量，如 '8× H100 SXM'。", "setting": "批次、长度、精度、数据集。",
        "source": "来源的 key。",
    },
    "Ref": {
        "id": "那个条目的 id。", "note": "联系在哪里。", "since": "从哪个版本起、在什么条件下成立。", "status": "这种联系是否确认成立。",
        "source": "写明这一点的来源的 key。",
    },
    "Allow": {
        "rule": "规则的名字，见 contributing/rules/。", "reason": "为什么这条规则在这里不适用，一句话。",
        "until": "例外有效的最后一天；到期要有人重看。",
    },
    "Switch": {
        "tool": "工具的 id。", "how": "参数、调用或设置，原样。", "since": "最早具备它的版本或日期。",
        "note": "默认值、限制、要留意什么。", "source": "来源的 key。",
    },
    "Config": {
        "layers": "Transformer 层数。", "hidden": "残差流的宽度。", "heads": "每层的查询头数。", "kv_heads": "每层的键值头数（GQA）。",
        "head_dim": "每个头的宽度；MLA 取不带旋转的部分。", "v_head_dim": "值头的宽度，与 head_dim 不同时才写。",
        "kv_lora_rank": "MLA 压缩后键值向量的宽度。", "q_lora_rank": "MLA 压缩后查询向量的宽度。", "rope_dim": "每个头里参与旋转的维数。",
        "intermediate": "稠密 FFN 的宽度。", "experts": "每层的路由专家数；稠密模型写 0。", "top_k": "每个 token 激活的路由专家数。",
        "shared_experts": "每个 token 都经过的专家数。", "context": "支持的最长上下文，token。", "rope_base": "RoPE 的基频。",
        "vocabulary": "词表大小。", "window": "滑动窗口，token。", "attention": "注意力种类：mha、gqa、mqa、mla、hybrid-attention……",
        "full_attention_layers": "缓存随上下文增长的层数。", "chunk": "不做全局注意力的层每次能看到的分块长度，token。",
        "linear_layers": "线性注意力或 SSM 的层数，其状态大小固定。", "index_dim": "稀疏注意力的索引器为每个 token 缓存的键的宽度。",
        "index_layers": "自带索引器的层数。",
    },
    "Variant": {
        "name": "尺寸的名字：'8B'、'30B-A3B'。", "total_b": "总参数量，十亿。", "active_b": "每个 token 激活的参数量，十亿。",
        "config": "这个尺寸的结构配置。", "source": "来源的 key。",
    },
    "Trait": {
        "ids": "这一格提到的条目。", "note": "id 说不清的部分：比例、层、例外。", "undisclosed": "true：厂商没有说。",
    },
    "Memory": {
        "capacity_gb": "容量，GB（10^9 字节）。", "type": "HBM2、HBM2e、HBM3、HBM3e……", "bandwidth_gbs": "峰值带宽，GB/s。",
        "source": "来源的 key。",
    },
    "Throughput": {
        "format": "数值格式，取自 taxonomy/formats.yml。", "dense": "稠密峰值，TFLOP/s（整数为 TOP/s）。", "unit": "速率的单位。",
        "core": "由芯片的哪种单元达到。", "source": "来源的 key。",
    },
    "Interconnect": {
        "nvlink_generation": "NVLink 第几代。", "nvlink_gbs": "NVLink 双向合计，每卡 GB/s。", "nvlink_links": "NVLink 链路数。",
        "link": "到其他加速器的链路的名字，不是 NVLink 时写：'Infinity Fabric'。", "link_gbs": "这条链路双向合计，每卡 GB/s。",
        "pcie": "PCI Express 的代数与通道数。", "source": "来源的 key。",
    },
    "Signal": {
        "metric": "指标，取自 taxonomy/metrics.yml。", "op": "比较方式。", "threshold": "以指标单位计的数；op 为 'is' 时是一个词。",
        "stages": "适用的阶段；不写为全部。", "speaks": "支持还是排除这个瓶颈。", "weight": "1 弱，2 明确，3 决定性。",
        "why": "为什么这项观测说明问题。", "source": "来源的 key。",
    },
    "Measurement": {
        "tool": "profiler 或计数器的名字。", "command": "命令或调用，原样。", "metrics": "能得到哪些观测，取自 taxonomy/metrics.yml。",
        "read": "看输出里的什么。", "source": "来源的 key。",
    },
    "Leaf": {
        "question": "分支上的文字：看到了什么。", "order": "在各分支中的次序，从 1 起。", "picks": "叶子上列出的条目，首选在前。",
    },
    "Evidence": {
        "what": "谁发布、测得或决定了什么。", "when": "什么时候，YYYY-MM 或 YYYY-MM-DD。", "records": "能看到这一点的条目。",
        "source": "来源的 key。",
    },
    "Tiers": {
        "must": "不做就有毛病。", "recommended": "多数情况下值得。", "optional": "某些情况下值得。",
    },
    "Input": {
        "symbol": "表达式里的名字。", "title": "它是什么。", "unit": "填写时用的单位：GB/s、token、Gparam，纯数写 1。",
        "range": "合理的最小值与最大值，用同一单位。", "default": "空表单里的值，用同一单位。", "integer": "true：只能是整数。",
        "preset": "由条目的哪个字段填充：model.config.layers、hardware.memory.bandwidth_gbs。", "tex": "名字不够用时，它的 LaTeX 符号。",
    },
    "Constant": {
        "symbol": "表达式里的名字。", "title": "它是什么，为什么取这个值。", "value": "值，纯数字。", "unit": "单位。",
        "tex": "LaTeX 符号；不写就直接印出数值。",
    },
    "Condition": {
        "predicate": "如 attention in ('mha', 'gqa') and not known(window)。", "reason": "不成立时显示：公式为什么会错，该用什么代替。",
    },
    "Example": {
        "what": "是哪种情形。", "model": "填充预设的模型：deepseek-v3、llama-3/8B。", "hardware": "填充预设的加速器：h100。",
        "values": "各输入的值，用各自的单位；优先于预设。", "expected": "应得的结果。", "tolerance": "来源取整时允许的相对误差。",
        "derivation": "不用表达式、直接算出结果的算式。", "source": "写明这个值的来源的 key。",
    },
    "Plot": {
        "title": "图里看的是什么。", "x": "横轴对应的输入。", "range": "横轴两端，用该输入的单位。", "scale": "横轴刻度。",
        "y_scale": "纵轴刻度。", "rows": "表里列出的 x 值。", "also": "同一个量的其他公式；条目取第一个对它成立的。",
        "curves": "一开始画出的曲线，须是同一种。", "marks": "工作点。", "excluded": "因条件写不出来的原因而不画的条目。",
        "note": "该从图里看出什么。",
    },
    "Computed": {
        "id": "公式的 id。", "example": "它是第几个算例，从 0 数起；也可写算例 `what` 的原文。",
        "unit": "印出来的单位，与公式不同时才写，如 GiB。",
    },
    "Choice": {
        "title": "几个字说清这个选择。", "picks": "指的是哪些条目。", "mode": "one：任选其一；all：一起用。", "why": "为什么放在这一档。",
        "caveat": "什么时候不适用。", "source": "来源的 key。",
    },
    "Curve": {
        "model": "填充预设的模型；读者可以换成别的。", "hardware": "填充预设的加速器；读者可以换成别的。",
        "title": "不对应条目的曲线的名字，如 ZeRO-1。", "values": "这条曲线与表单不同的输入。",
    },
    "Mark": {
        "title": "这一点上是什么在起作用。", "at": "x 的值，用它的单位。", "formula": "改由公式给出这个值；没写的输入取默认值。",
        "values": "该公式的输入。",
    },
}  # fmt: skip
"""By class; the fields that every record has stand under ``Record``. What is missing here is shown in English."""
