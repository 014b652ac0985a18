/** Formats base units as an exact decimal number: `formatUnits(1500n, 3)` is `'1.5'`. */
export function formatUnits(amountBase: bigint, decimals: number): string {
  const negative = amountBase < 0n
  const digits = (negative ? -amountBase : amountBase).toString().padStart(decimals + 1, '0')
  const whole = digits.slice(0, digits.length - decimals)
  const fraction = digits.slice(digits.length - decimals).replace(/0+$/, '')
  return `${negative ? '-' : ''}${whole}${fraction === '' ? '' : `.${fraction}`}`
}
