/**
 * Groups the integer digits of a decimal by three: `groupDigits('25000.5')` is `25,000.5`. Comma and decimal point are the same in every language.
 * For display only: `parseAmount` rejects a comma.
 */
export const groupDigits = (amount: string): string => amount.replace(/(?<!\.\d*)\d(?=(\d{3})+(?!\d))/g, '$&,')
