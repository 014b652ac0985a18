// Parts of views that move tokens: choice of a token, amount, review, outcome. An entry of its own, so that only such views load it and its texts.
// biome-ignore lint/performance/noBarrelFile: an entry of the package
export { AmountCard, type AmountCardProps } from './amount-card.js'
export { AmountField, type AmountFieldProps } from './amount-field.js'
export { FailureText, type FailureTextProps } from './failure-text.js'
export { feeExceedsAmount, type ReviewProps, type ReviewToken } from './review-assets.js'
export { TokenFlags } from './token-flags.js'
export { TokenPicker, type TokenPickerProps } from './token-picker.js'
export { FeeWarnings, TransactionCosts, type TransactionCostsProps } from './transaction-costs.js'
export { TransactionDetails } from './transaction-details.js'
export { TransactionFlowReview, type TransactionFlowReviewProps } from './transaction-flow-review.js'
export { TransactionOutcome, type TransactionOutcomeProps } from './transaction-outcome.js'
export { TransactionReviewFacts } from './transaction-review-facts.js'
