// Components of views that send transactions: token picker, amount field, review, outcome. They have their own entry, so that only such views load
// them and their texts.
// biome-ignore lint/performance/noBarrelFile: an entry of the package
export { AmountCard, type AmountCardProps } from './amount-card.js'
export { AmountField, type AmountFieldProps } from './amount-field.js'
export { FailureText, type FailureTextProps } from './failure-text.js'
export { OutcomeHeading, type OutcomeHeadingProps } from './outcome-heading.js'
export { QuoteFailure, type QuoteFailureProps } from './quote-failure.js'
export type { FindToken } from './tokens/token-at-address.js'
export type { TokenGroup } from './tokens/token-groups.js'
export { TokenPicker, type TokenPickerProps } from './tokens/token-picker.js'
export { TransactionFlowReview, type TransactionFlowReviewProps } from './transaction-flow-review.js'
export { TransactionOutcome, type TransactionOutcomeProps } from './transaction-outcome.js'
