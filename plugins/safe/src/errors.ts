/** Error with an EIP-1193 or JSON-RPC code. */
export const providerError = (code: number, message: string, cause?: unknown): Error =>
  Object.assign(new Error(message, { cause }), { code })

/** Messages with which the Safe's page reports a rejection by the user. After any other error of the page, the request may have been submitted. */
const DECLINED =
  /\buser (?:has )?(?:rejected|denied|declined|cancell?ed)\b|\b(?:rejected|denied|declined|cancell?ed) by (?:the )?user\b|^(?:transaction|message|signature|request)(?: was)? (?:rejected|declined)\.?$/i

/** Messages of the Safe SDK for requests that it does not submit, with their codes (EIP-1193, EIP-5792, JSON-RPC). */
const refusals: readonly (readonly [message: RegExp, code: number])[] = [
  [/not (implemented|supported)/, 4200],
  [/^Invalid from address$/, 4100],
  [/^Safe is not on chain /, 5710],
  [/^Invalid call #\d+: /, -32_602],
]

/**
 * Adds codes to errors of the Safe's page and the Safe SDK, which have only a message: 4001 for rejections by the user, and the codes in `refusals`.
 * Returns other errors unchanged.
 */
export function toProviderError(error: unknown): unknown {
  const message = error instanceof Error ? error.message : String(error)
  if (DECLINED.test(message.trim())) return providerError(4001, message, error)
  const [, code] = refusals.find(([pattern]) => pattern.test(message)) ?? []
  return code === undefined ? error : providerError(code, message, error)
}

export const otherChain = (): Error =>
  providerError(4901, 'A Safe exists on one network only. To use another network, open a Safe of that network.')

export const notSignedYet = (): Error =>
  providerError(
    -32002,
    'The owners of the Safe have not confirmed the message yet. Confirm it in the Safe, then try again.',
  )
