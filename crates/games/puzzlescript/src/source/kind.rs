//! What notices are about.

/// What a notice is about.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum NoticeKind {
    /// Something follows what must be alone on its line.
    NotAlone,
    /// A comment ends that has not begun.
    UnopenedComment,
    /// A section comes twice.
    SectionTwice,
    /// OBJECTS is not the first section.
    SectionNotFirst,
    /// A section comes before the one that it must follow.
    SectionOrder,
    /// A setting that there is not.
    UnknownSetting,
    /// A setting lacks its value.
    SettingWithoutValue,
    /// A setting comes twice.
    SettingTwice,
    /// A setting has a value but takes none.
    SwitchWithValue,
    /// Something follows a comment behind a setting.
    CommentInSetting,
    /// Music from YouTube.
    Youtube,
    /// A colour of a setting is none.
    SettingColor,
    /// Columns and rows are not written like 8x5.
    DimensionForm,
    /// Columns or rows are no whole number.
    DimensionNumber,
    /// Columns or rows are less than one.
    DimensionTooSmall,
    /// The title does not fit on the screen.
    TitleTooLong,
    /// The author does not fit on the screen.
    AuthorTooLong,
    /// No name of an object where one should be.
    JunkInObjects,
    /// An object comes twice.
    ObjectTwice,
    /// A name is taken.
    NameTaken,
    /// A name means something by itself.
    KeywordAsName,
    /// No colour where one should be.
    UnknownColor,
    /// An object without a colour.
    NoColor,
    /// An object with more colours than digits.
    TooManyColors,
    /// No pixel where one should be.
    JunkInSprite,
    /// A pixel has a colour that its object lacks.
    NoSuchColor,
    /// A row of a sprite is too long.
    SpriteTooWide,
    /// A sprite is not five by five.
    SpriteSize,
    /// A palette that there is not.
    UnknownPalette,
    /// There are no objects.
    NoObjects,
    /// A line of the legend lacks its right side.
    LegendForm,
    /// A line of the legend ends too early.
    LegendDangling,
    /// A line of the legend is not understood.
    LegendUnclear,
    /// No equals sign where one should be.
    NoEquals,
    /// Neither "and" nor "or" where one should be.
    NoAndOr,
    /// "and" and "or" on one line.
    MixedAndOr,
    /// No name where one should be.
    JunkInLegend,
    /// A name of the legend that was not defined.
    UndefinedInLegend,
    /// A name that is defined by itself.
    DefinedByItself,
    /// A name stands twice in a definition.
    MemberTwice,
    /// What is defined by "and" holds something defined by "or".
    AggregateOfProperty,
    /// What is defined by "or" holds something defined by "and".
    PropertyOfAggregate,
    /// An object of an aggregate is none.
    NoSuchObject,
    /// Objects of an aggregate are in the same layer.
    AggregateInOneLayer,
    /// Neither an event nor a name where one should be.
    NoSoundEvent,
    /// A name in SOUNDS that was not defined.
    UnknownInSounds,
    /// Nothing that an object does, where that should be.
    NoVerb,
    /// No number of a sound where it should be.
    NoSeed,
    /// Neither a direction nor a number of a sound.
    NoDirectionOrSeed,
    /// Something follows a sound.
    AfterSound,
    /// A sound lacks everything but its name.
    SoundIncomplete,
    /// A sound lacks its number.
    SoundWithoutSeed,
    /// An event has two sounds.
    SoundTwice,
    /// A sound of what is defined by "and".
    SoundOfAggregate,
    /// A sound of what is no object.
    SoundOfUnknown,
    /// Neither a name nor a comma.
    JunkInLayers,
    /// The background shares its layer.
    BackgroundNotAlone,
    /// An object is in several layers.
    InSeveralLayers,
    /// An object is twice in a layer.
    TwiceInLayer,
    /// What is defined by "and" is in one layer.
    AggregateInLayer,
    /// A name in a layer that was not defined.
    UndefinedInLayers,
    /// There are no layers.
    NoLayers,
    /// An object is in no layer.
    NotLayered,
    /// Nothing is the player.
    NoPlayer,
    /// Nothing is the background.
    NoBackground,
    /// The background is defined by "and".
    BackgroundIsAggregate,
    /// Objects of the background are in several layers.
    BackgroundInSeveralLayers,
    /// The background is in no layer.
    BackgroundNotLayered,
    /// A rule begins with an object.
    NameOutsideBrackets,
    /// A name in a rule that was not defined.
    UnknownInRule,
    /// A comment in a rule.
    CommentInRule,
    /// A rule with nothing in it.
    EmptyRule,
    /// A rule without an arrow.
    NoArrow,
    /// A rule with two arrows.
    SecondArrow,
    /// An arrow between brackets.
    ArrowInRow,
    /// No direction where a rule begins.
    RuleStart,
    /// A rule begins with a relative direction.
    RelativeRuleDirection,
    /// "random" in a rule that is not the first of its group.
    RandomAfterPlus,
    /// A rule begins with two "+".
    PlusTwice,
    /// "+" before the first rule.
    PlusWithoutRule,
    /// "+" within a rule.
    PlusNotFirst,
    /// A group has late rules and others.
    MixedLate,
    /// A late rule is rigid.
    LateRigid,
    /// A movement in a late rule.
    LateMovement,
    /// Something in a rule that is nothing.
    JunkInRule,
    /// A bracket opens before another one closes.
    BracketNotClosed,
    /// A bracket opens within a cell.
    BracketInCell,
    /// A bracket closes that has not opened.
    BracketNotOpened,
    /// A bar outside brackets.
    BarOutside,
    /// A direction outside brackets.
    DirectionOutside,
    /// An object outside brackets.
    NameOutsideCells,
    /// "..." outside brackets.
    GapOutside,
    /// A movement without an object.
    MovementWithoutObject,
    /// Two movements of an object.
    TwoMovements,
    /// An object twice in a cell.
    NameTwice,
    /// Several objects twice in a cell.
    PropertyTwice,
    /// `no X` twice in a cell.
    NoTwice,
    /// An order that is not at the end of a rule.
    CommandNotAtEnd,
    /// A rule plays a sound that there is not.
    UndefinedSound,
    /// More or fewer brackets on the right than on the left.
    RowCount,
    /// More or fewer cells on the right than on the left.
    RowLength,
    /// Brackets with nothing in them.
    EmptyRow,
    /// A rule without a left side.
    RuleAboutNothing,
    /// An object and `no` for it in a cell on the right.
    NoAgainstObject,
    /// A `no` that says nothing new.
    NoIsImplied,
    /// `no` before what is defined by "and".
    NoAggregate,
    /// A movement on the right that can mean several.
    AmbiguousMovement,
    /// A name on the right that can mean several objects.
    AmbiguousProperty,
    /// Too many rules come of those written.
    TooManyRules,
    /// A name in a rule has no single layer.
    RuleNotLayered,
    /// A rule that can never be found.
    NeverFound,
    /// All of a rule wants two objects of a layer in a cell.
    CannotOverlap,
    /// Two objects of a layer in a cell on the right.
    OverlapOnRight,
    /// "random" on the left.
    RandomOnLeft,
    /// "random" before what is no object.
    RandomUnknown,
    /// "random" before a single object.
    RandomOfOne,
    /// "random" may come where something else does.
    RandomOverlap,
    /// A rule ends with "...".
    GapAtEnd,
    /// "..." without a cell on both sides.
    GapAtEdge,
    /// "..." and something else in a cell.
    GapWithOthers,
    /// "..." on the left only.
    GapOnlyLeft,
    /// "..." on the right only.
    GapOnlyRight,
    /// More than two "..." in a row.
    TooManyGaps,
    /// "..." next to "...".
    TwoGaps,
    /// Too many groups with rigid rules.
    TooManyRigid,
    /// A loop ends that has not begun.
    LoopNotBegun,
    /// A loop begins within a loop.
    LoopInLoop,
    /// A loop does not end.
    LoopNotEnded,
    /// A loop begins or ends within a group.
    LoopInGroup,
    /// No part of a win condition.
    ConditionForm,
    /// A win condition begins with none of its words.
    ConditionStart,
    /// A win condition lacks "on".
    ConditionWithoutOn,
    /// A name in a win condition that was not defined.
    ConditionName,
    /// A win condition goes on too long.
    ConditionTooLong,
    /// A win condition lacks its object.
    ConditionIncomplete,
    /// A win condition about what is no object.
    ConditionUnknown,
    /// No space after "message".
    MessageWithoutSpace,
    /// A message does not fit on the screen.
    MessageTooLong,
    /// Rows of a level differ in length.
    RaggedLevel,
    /// A character in a level that is not in the legend.
    UnknownKey,
    /// A character in a level that is defined by "or".
    KeyIsProperty,
    /// A character in a level that means nothing.
    KeyMeansNothing,
    /// A level has too many cells.
    LevelTooLarge,
    /// There are no levels.
    NoLevels,
    /// Reading broke off.
    TooMuch,
}
