"""One class a kind of record."""

from typing import Literal

from pydantic import Field, model_validator

from .part import Part, Text, Title
from .parts import Equation, Figure, Gain, Record, RefLike, Switch
from .scalars import Amount, Count, Decimal, Id, Line, MonthOrDay, Strength, Truth, Url, is_plain_number


class Technique(Record):
    """A way to make training or inference faster, smaller or cheaper."""

    categories: tuple[Id, ...] = Field(min_length=1, description="Ids from taxonomy/categories.yml.")
    stages: tuple[Id, ...] = Field(min_length=1, description="Ids from taxonomy/stages.yml.")
    layer: Id = Field(description="Id from taxonomy/layers.yml: where the change is made.")
    bottlenecks: dict[Id, Strength] = Field(
        default_factory=dict, description="Bottlenecks relieved, with strength 1 (helps) to 3 (the remedy)."
    )
    introduced: MonthOrDay = Field(description="Month of first publication, YYYY-MM.")
    maturity: Literal["research", "available", "default", "declining"] = Field(
        description="research: papers; available: in tools, opt-in; default: on in common tools; declining: superseded."
    )
    mechanism: Text = Field(description="How it works, step by step.")
    equations: tuple[Equation, ...] = Field((), description="Formulas that define it.")
    figures: tuple[Figure, ...] = Field((), description="Numbers worth knowing, each with conditions.")
    use_when: tuple[Text, ...] = Field(min_length=1, description="Situations in which to reach for it.")
    avoid_when: tuple[Text, ...] = Field(min_length=1, description="Where it hurts, or where it breaks even.")
    gains: tuple[Gain, ...] = Field((), description="Measured benefits, each with its envelope.")
    costs: tuple[Text, ...] = Field((), description="What it costs in memory, time, quality, work.")
    requires: tuple[RefLike, ...] = Field((), description="Techniques or tools without which it does not work.")
    needs_features: tuple[Id, ...] = Field((), description="Hardware features, ids from taxonomy/features.yml.")
    needs_software: tuple[Line, ...] = Field((), description="Software with version: 'PyTorch >= 2.4'.")
    applies_if: Line | None = Field(None, description="Predicate over the config of a model: experts > 0.")
    caches: Literal["heads", "latent"] | None = Field(
        None,
        description="What an attention kind caches a token: heads (K and V of each KV head) or latent (one vector, a rotated part).",
    )
    tools: tuple[Switch, ...] = Field((), description="Tools that offer it, with the flag that turns it on.")
    no_tool: Text | None = Field(None, description="Why no tool is named.")


class Tool(Record):
    """Software that people install: framework, library, engine, kernel collection."""

    categories: tuple[Id, ...] = Field(min_length=1, description="Ids from taxonomy/categories.yml.")
    stages: tuple[Id, ...] = Field(min_length=1, description="Ids from taxonomy/stages.yml.")
    layer: Id = Field(description="Id from taxonomy/layers.yml.")
    bottlenecks: dict[Id, Strength] = Field(default_factory=dict, description="Bottlenecks it relieves by itself.")
    organisation: Line = Field(description="Who makes it.")
    licence: Line = Field(description="SPDX id of the licence in the repository.")
    state: Literal["active", "maintenance", "archived"] = Field(description="State of development.")
    repository: Url | None = Field(None, description="Source repository.")
    homepage: Url | None = Field(None, description="Documentation or home page.")
    install: Line | None = Field(None, description="Install line, as typed.")
    released: MonthOrDay | None = Field(None, description="First public release, YYYY-MM.")
    what: Text = Field(description="What it does, for whom, and what it does not do.")


class Trait(Part):
    """One cell of the model × technique table."""

    ids: tuple[Id, ...] = Field((), description="Records named in the cell.")
    note: Text | None = Field(None, description="What the ids do not say: ratios, layers, exceptions.")
    undisclosed: Truth = Field(False, description="true: the maker has not said.")

    @model_validator(mode="after")
    def _says_something(self) -> "Trait":
        if not self.ids and self.note is None and not self.undisclosed:
            raise ValueError("a trait names ids, a note, or undisclosed: true")
        return self


class Config(Part):
    """Architecture of a model as its published configuration states it. Unknown values are left out."""

    layers: Count | None = Field(None, description="Transformer layers.")
    hidden: Count | None = Field(None, description="Width of the residual stream.")
    heads: Count | None = Field(None, description="Query heads a layer.")
    kv_heads: Count | None = Field(None, description="Key/value heads a layer (grouped-query attention).")
    head_dim: Count | None = Field(None, description="Width of a head; for MLA the part without rotation.")
    v_head_dim: Count | None = Field(None, description="Width of a value head where it differs.")
    kv_lora_rank: Count | None = Field(None, description="Width of MLA's compressed key/value vector.")
    q_lora_rank: Count | None = Field(None, description="Width of MLA's compressed query vector.")
    rope_dim: Count | None = Field(None, description="Rotated dimensions a head.")
    intermediate: Count | None = Field(None, description="Width of the dense feed-forward layer.")
    experts: Count | None = Field(None, description="Routed experts a layer; 0 for dense models.")
    top_k: Count | None = Field(None, description="Routed experts active a token.")
    shared_experts: Count | None = Field(None, description="Experts that every token passes.")
    context: Count | None = Field(None, description="Longest supported context, tokens.")
    rope_base: Decimal | None = Field(None, description="Base frequency of RoPE.")
    vocabulary: Count | None = Field(None, description="Tokens in the vocabulary.")
    window: Count | None = Field(None, description="Sliding window, tokens.")
    chunk: Count | None = Field(None, description="Chunk within which layers without full attention look, tokens.")
    attention: Id | None = Field(None, description="Attention kind: mha, gqa, mqa, mla, hybrid-attention ...")
    full_attention_layers: Count | None = Field(None, description="Layers whose cache grows with context.")
    linear_layers: Count | None = Field(None, description="Layers of linear attention or SSM, whose state has a fixed size.")
    index_dim: Count | None = Field(None, description="Width of the key that a sparse-attention indexer caches a token.")
    index_layers: Count | None = Field(None, description="Layers that run an indexer of their own.")


class Variant(Part):
    """One size of a model family, where the family is one record."""

    name: Line = Field(description="Name of the size: '8B', '30B-A3B'.")
    total_b: Amount | None = Field(None, description="Parameters in all, billions.")
    active_b: Amount | None = Field(None, description="Parameters active a token, billions.")
    config: Config = Field(description="Architecture of this size.")
    source: Id = Field(description="Key of the source.")


class Model(Record):
    """An AI model or a family of models."""

    organisation: Line = Field(description="Who trained it.")
    released: MonthOrDay = Field(description="First public release, YYYY-MM or YYYY-MM-DD.")
    modality: tuple[Literal["text", "image", "video", "audio", "action"], ...] = Field(min_length=1, description="What goes in or out.")
    type: Id | None = Field(
        None,
        description="Id from taxonomy/model-kinds.yml, if it is no language model: a diagnosis leaves out what does not apply.",
    )
    licence: Line | None = Field(None, description="Licence of the weights; absent for closed models.")
    closed: Truth = Field(False, description="true: weights and architecture are not published.")
    total_b: Amount | None = Field(None, description="Parameters in all, billions.")
    active_b: Amount | None = Field(None, description="Parameters active a token, billions.")
    config: Config | None = Field(None, description="Architecture, for a single model.")
    variants: tuple[Variant, ...] = Field((), description="Sizes of a family, each with its architecture.")
    attention: Trait = Field(description="Attention design.")
    architecture: Trait = Field(description="Dense or MoE, residual design.")
    position: Trait = Field(description="Position encoding.")
    post_training: Trait | None = Field(None, description="Post-training methods, as the maker states them.")
    special: Trait | None = Field(None, description="What is particular about it.")
    uses: tuple[RefLike, ...] = Field((), description="Further records it uses that no cell above names.")


class Throughput(Part):
    """Peak rate of one number format, without sparsity."""

    format: Id = Field(description="Id from taxonomy/formats.yml.")
    dense: Amount = Field(description="Dense peak in TFLOP/s (TOP/s for integers).")
    unit: Literal["TFLOP/s", "TOP/s"] = Field(description="Unit of the rate.")
    core: Literal["tensor", "cuda", "matrix", "vector"] = Field(
        "tensor", description="Unit of the chip that reaches it: NVIDIA's tensor or cuda cores, others' matrix or vector units."
    )
    source: Id = Field(description="Key of the source.")


class Memory(Part):
    """Memory of an accelerator."""

    capacity_gb: Amount = Field(description="Capacity, GB (10^9 bytes).")
    type: Line = Field(description="HBM2, HBM2e, HBM3, HBM3e ...")
    bandwidth_gbs: Amount = Field(description="Peak bandwidth, GB/s.")
    source: Id = Field(description="Key of the source.")


class Interconnect(Part):
    """Links of an accelerator to its neighbours and host."""

    nvlink_generation: Count | None = Field(None, description="Generation of NVLink.")
    nvlink_gbs: Amount | None = Field(None, description="NVLink, both directions together, GB/s a GPU.")
    nvlink_links: Count | None = Field(None, description="Number of NVLink links.")
    link: Line | None = Field(None, description="Name of the link to other accelerators where it is not NVLink: 'Infinity Fabric'.")
    link_gbs: Amount | None = Field(None, description="That link, both directions together, GB/s an accelerator.")
    pcie: Line | None = Field(None, description="PCI Express generation and lanes.")
    source: Id = Field(description="Key of the source.")


class Hardware(Record):
    """An accelerator as sold."""

    vendor: Line = Field(description="Maker.")
    generation: Line = Field(description="Architecture: Hopper.")
    compute_capability: Line | None = Field(None, description="CUDA compute capability: '9.0'.")
    released: MonthOrDay = Field(description="Announcement or availability, YYYY-MM.")
    variant: Line = Field(description="Form the figures hold for: 'SXM5 80 GB'.")
    memory: Memory = Field(description="Memory.")
    throughput: tuple[Throughput, ...] = Field(min_length=1, description="Dense peak by number format.")
    interconnect: Interconnect | None = Field(None, description="Links.")
    features: tuple[Id, ...] = Field((), description="Ids from taxonomy/features.yml.")
    tdp_w: Count | None = Field(None, description="Board power, watts.")
    what: Text = Field(description="What the generation brought and where it falls short.")


class Signal(Part):
    """One observation that speaks for or against a bottleneck."""

    metric: Id = Field(description="Id from taxonomy/metrics.yml.")
    op: Literal[">", ">=", "<", "<=", "is"] = Field(description="Comparison.")
    threshold: Line = Field(description="Number in the unit of the metric, or a word for 'is'.")
    stages: tuple[Id, ...] = Field((), description="Stages to which it applies; empty: all.")
    speaks: Literal["for", "against"] = Field("for", description="Whether it supports or excludes the bottleneck.")
    weight: Strength = Field(2, description="1 weak, 2 clear, 3 decisive.")
    why: Text = Field(description="Why the observation says so.")
    source: Id | None = Field(None, description="Key of the source.")

    @model_validator(mode="after")
    def _comparable(self) -> "Signal":
        if self.op != "is" and not is_plain_number(self.threshold):
            raise ValueError(f"'{self.op}' compares with a number; '{self.threshold}' is none")
        return self


class Measurement(Part):
    """How to take an observation."""

    tool: Line = Field(description="Name of the profiler or counter.")
    command: Line = Field(description="Command or call, as typed.")
    metrics: tuple[Id, ...] = Field((), description="Observations that it yields, ids from taxonomy/metrics.yml.")
    read: Text = Field(description="What to look at in the output.")
    source: Id = Field(description="Key of the source.")


class Leaf(Part):
    """How the bottleneck stands in the decision flow."""

    question: Text = Field(description="Label of the branch: what one sees.")
    order: Count = Field(description="Place among the branches, from 1.")
    picks: tuple[Id, ...] = Field(min_length=1, description="Records named in the leaf, first choice first.")


class Bottleneck(Record):
    """What limits a job."""

    symptoms: tuple[Text, ...] = Field(min_length=1, description="What the user notices.")
    mechanism: Text = Field(description="Why it is slow or fails.")
    signals: tuple[Signal, ...] = Field(min_length=1, description="Observations with thresholds.")
    measure: tuple[Measurement, ...] = Field(min_length=1, description="Tools and commands.")
    questions: tuple[Text, ...] = Field(min_length=1, description="First questions to ask.")
    flow: Leaf = Field(description="Branch and leaf in the decision flow.")


class Choice(Part):
    """One item of a tier."""

    title: Title = Field(description="The choice in a few words.")
    picks: tuple[Id, ...] = Field(min_length=1, description="Records meant.")
    mode: Literal["all", "one"] = Field("all", description="one: alternatives, pick one; all: together.")
    why: Text = Field(description="Why it is in this tier.")
    caveat: Text = Field(description="When it does not hold.")
    source: Id | None = Field(None, description="Key of the source.")


class Tiers(Part):
    """Choices by urgency."""

    must: tuple[Choice, ...] = Field(min_length=1, description="Without it something is wrong.")
    recommended: tuple[Choice, ...] = Field((), description="Pays in most cases.")
    optional: tuple[Choice, ...] = Field((), description="Pays in some cases.")


class Scenario(Record):
    """A typical job and what to use in it."""

    stages: tuple[Id, ...] = Field(min_length=1, description="Ids from taxonomy/stages.yml.")
    situation: Text = Field(description="Who runs what, on which hardware, towards which aim.")
    tiers: Tiers = Field(description="Choices by urgency.")


class Evidence(Part):
    """One dated observation about a trend."""

    what: Text = Field(description="What was released, measured or decided, and by whom.")
    when: MonthOrDay = Field(description="When, YYYY-MM or YYYY-MM-DD.")
    records: tuple[Id, ...] = Field((), description="Records that show it.")
    source: Id = Field(description="Key of the source.")


class Trend(Record):
    """A direction in which the field moves, with what speaks for it and against it."""

    claim: Text = Field(description="What is said to be happening, narrow enough to be contradicted.")
    since: MonthOrDay = Field(description="Month of the first evidence.")
    state: Literal["rising", "settled", "contradicted"] = Field(
        description="rising: evidence grows, adoption is partial; settled: the usual choice; contradicted: later evidence is against it."
    )
    categories: tuple[Id, ...] = Field(min_length=1, description="Ids from taxonomy/categories.yml.")
    evidence: tuple[Evidence, ...] = Field(min_length=1, description="What speaks for it, oldest first.")
    against: tuple[Evidence, ...] = Field((), description="What limits or contradicts it, oldest first.")
    watch: Text = Field(description="What observation would change the judgement.")


class Term(Record):
    """A word that is none of the other kinds: format, metric, hardware unit, concept."""

    topic: Id = Field(description="Id from taxonomy/topics.yml.")
    categories: tuple[Id, ...] = Field((), description="Ids from taxonomy/categories.yml.")
    definition: Text = Field(description="Definition that stands alone, then what it is for.")
    mechanism: Text | None = Field(None, description="How it works.")
    equations: tuple[Equation, ...] = Field((), description="Formulas that define it.")
    figures: tuple[Figure, ...] = Field((), description="Numbers worth knowing.")
    pitfalls: tuple[Text, ...] = Field((), description="Mistakes people make with it.")
