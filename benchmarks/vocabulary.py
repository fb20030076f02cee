"""Words for the synthetic corpus: pairs of (zh, en), so that both languages say the same."""

FIRST = [
    ("分块", "Tiled"), ("成页", "Page-wise"), ("稀疏", "Sparse"), ("动态", "Dynamic"), ("静态", "Static"), ("异步", "Asynchronous"),
    ("分层", "Hierarchical"), ("自适应", "Adaptive"), ("低秩", "Low-rank"), ("量化", "Quantized"), ("交错", "Interleaved"),
    ("重叠", "Overlapped"), ("融合", "Fused"), ("延迟", "Deferred"), ("推测", "Speculative"), ("局部", "Local"), ("全局", "Global"),
    ("混合", "Hybrid"), ("渐进", "Progressive"), ("弹性", "Elastic"), ("有界", "Bounded"), ("随机", "Stochastic"), ("镜像", "Mirrored"),
    ("环形", "Ring"), ("树形", "Tree-shaped"), ("双缓冲", "Double-buffered"), ("无锁", "Lock-free"), ("批量", "Batched"),
    ("流式", "Streaming"), ("就地", "In-place"), ("紧凑", "Compact"), ("可恢复", "Resumable"), ("门控", "Gated"), ("选择性", "Selective"),
    ("冗余", "Redundant"), ("跨层", "Cross-layer"), ("分组", "Grouped"), ("见机", "Opportunistic"), ("共享", "Shared"),
    ("隔离", "Isolated"),
]  # fmt: skip
SECOND = [
    ("缓存", "Cache"), ("权重", "Weight"), ("激活", "Activation"), ("梯度", "Gradient"), ("专家", "Expert"), ("注意力", "Attention"),
    ("路由", "Routing"), ("流水线", "Pipeline"), ("检查点", "Checkpoint"), ("词表", "Vocabulary"), ("嵌入", "Embedding"),
    ("优化器", "Optimizer"), ("采样", "Sampling"), ("解码", "Decode"), ("预填充", "Prefill"), ("请求", "Request"), ("张量", "Tensor"),
    ("残差", "Residual"), ("归一化", "Norm"), ("矩阵", "Matrix"), ("位置", "Position"), ("状态", "State"), ("奖励", "Reward"),
    ("草稿", "Draft"), ("适配器", "Adapter"), ("数据", "Data"), ("通信", "Collective"), ("显存", "Memory"), ("序列", "Sequence"),
    ("窗口", "Window"), ("分词", "Token"), ("图像块", "Patch"), ("音频帧", "Frame"), ("码本", "Codebook"), ("索引", "Index"),
]  # fmt: skip
THIRD = [
    ("切分", "Sharding"), ("卸载", "Offload"), ("重算", "Recomputation"), ("压缩", "Compression"), ("调度", "Scheduling"),
    ("合并", "Merging"), ("裁剪", "Pruning"), ("预取", "Prefetch"), ("复用", "Reuse"), ("迁移", "Migration"), ("聚合", "Gathering"),
    ("归约", "Reduction"), ("均衡", "Balancing"), ("打包", "Packing"), ("编译", "Compilation"), ("蒸馏", "Distillation"),
    ("对齐", "Alignment"), ("校准", "Calibration"), ("回放", "Replay"), ("投影", "Projection"), ("抢占", "Preemption"),
    ("分发", "Dispatch"), ("驻留", "Pinning"), ("换出", "Eviction"),
]  # fmt: skip
SENTENCES = [
    ("{a}把中间结果留在片上，{b}因此少走一趟显存", "{a} keeps intermediate results on chip, so that {b} makes one trip to memory less"),
    ("先由{a}估计每一步的负载，再由{b}决定放在哪张卡", "First {a} estimates the load of each step, then {b} decides on which GPU it runs"),
    (
        "序列变长后，{a}的收益随层数增加，而{b}的开销不变",
        "As sequences grow, {a} gains with depth while the overhead of {b} stays the same",
    ),
    ("与{a}一起用时，{b}要在第 {n} 步之后才打开", "Together with {a}, {b} is turned on only after step {n}"),
    ("只有 {n} 个流同时工作，{a}才能把{b}完全掩盖", "Only when {n} streams run at once can {a} hide {b} completely"),
    (
        "实现里最容易出错的是边界：{a}结束时{b}可能还没写完",
        "The edge is where implementations fail: {b} may still be writing when {a} has ended",
    ),
    ("若没有{a}，{b}会在重试时重复执行，结果不再确定", "Without {a}, {b} runs twice on a retry and the result is no longer deterministic"),
    (
        "每张卡只保留自己的一份，{a}在需要时从邻居取回{b}",
        "Each GPU keeps its own part only, and {a} fetches {b} from a neighbour when it is needed",
    ),
    ("`{c}` 打开后，日志会写出{a}的命中次数与{b}的等待时间", "With `{c}` set, the log shows the hits of {a} and the waiting time of {b}"),
    (
        "训练早期不要用{a}：统计量还不稳，{b}会放大误差",
        "Do not use {a} early in training: statistics are unstable and {b} amplifies the error",
    ),
]
SHORT = [
    ("{a}已经成为限制，而{b}还有余量", "{a} is already the limit while {b} has room"),
    ("批次很小，{a}的固定开销盖过{b}的收益", "Batches are small and the fixed cost of {a} outweighs the gain of {b}"),
    ("硬件缺少{a}所需的指令，只能退回{b}", "The hardware lacks the instruction for {a} and falls back to {b}"),
    ("多租户共享同一组卡，{a}与{b}互相争用", "Tenants share the same GPUs, and {a} competes with {b}"),
    ("模型结构经常变化，{a}要重新配置{b}", "The architecture changes often and {a} has to configure {b} again"),
]
TEX = [
    r"T=\frac{B\,L}{W}+\sum_{i=1}^{n} c_i",
    r"M=\frac{2\,L\,h\,d\,b}{p}",
    r"y=\operatorname{softmax}\left(\frac{QK^{\top}}{\sqrt{d}}\right)V",
    r"\mathcal{L}=-\sum_t \log p_\theta(x_t\mid x_{<t})+\beta\,\mathrm{KL}(p\,\|\,q)",
    r"s=\frac{1-\alpha^{k+1}}{(1-\alpha)(ck+1)}",
]
