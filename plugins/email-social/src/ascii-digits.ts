const digitPattern = /\p{Nd}/u

/** Value of a decimal digit. In Unicode, the digits of a script are ten adjacent code points. The digits of another script may precede them. */
function numberOf(digit: string): number {
  const codePoint = digit.codePointAt(0) ?? 0
  let before = 0
  while (digitPattern.test(String.fromCodePoint(codePoint - before - 1))) before++
  return before % 10
}

/** Replaces the decimal digits of other scripts, such as the Arabic-Indic digits of a phone's keyboard, with ASCII digits. */
export const toAsciiDigits = (text: string): string => text.replace(/\p{Nd}/gu, (digit) => String(numberOf(digit)))
