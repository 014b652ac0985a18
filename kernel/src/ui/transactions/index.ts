// Parts of views that move tokens: choice of a token, amount, review, outcome. An entry of its own, so that only such views load it and its texts.
// biome-ignore lint/performance/noBarrelFile: an entry of the package
export { AmountField, type AmountFieldProps } from './AmountField.js'
export { FailureText, type FailureTextProps } from './FailureText.js'
export { feeExceedsAmount, type ReviewProps, type ReviewToken } from './review-assets.js'
export { TokenFlags } from './TokenFlags.js'
export { TokenPicker, type TokenPickerProps } from './TokenPicker.js'
export { FeeWarnings, TransactionCosts, type TransactionCostsProps } from './TransactionCosts.js'
export { TransactionDetails } from './TransactionDetails.js'
export { TransactionFlowReview, type TransactionFlowReviewProps } from './TransactionFlowReview.js'
export { TransactionOutcome, type TransactionOutcomeProps } from './TransactionOutcome.js'
export { TransactionReviewFacts } from './TransactionReviewFacts.js'
