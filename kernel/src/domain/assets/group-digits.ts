/**
 * Writes the integer digits of a decimal in groups of three: `groupDigits('25000.5')` is `25,000.5`. The same in every language, to avoid misreading.
 * For display only: `parseAmount` rejects the result.
 */
export const groupDigits = (amount: string): string => amount.replace(/(?<!\.\d*)\d(?=(\d{3})+(?!\d))/g, '$&,')
