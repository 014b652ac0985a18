/** Error with an EIP-1193 or JSON-RPC code. */
export const providerError = (code: number, message: string, cause?: unknown): Error =>
  Object.assign(new Error(message, { cause }), { code })

/** Messages with which the Safe's page reports a rejection by the user. After any other error, the request may have been submitted. */
const DECLINED =
  /\buser (?:has )?(?:rejected|denied|declined|cancell?ed)\b|\b(?:rejected|denied|declined|cancell?ed) by (?:the )?user\b|^(?:transaction|message|signature|request)(?: was)? (?:rejected|declined)\.?$/i

/** Adds codes to errors of the Safe's page, which have only a text: 4001 for rejections, 4200 for unsupported methods. Returns others unchanged. */
export function toProviderError(error: unknown): unknown {
  const message = error instanceof Error ? error.message : String(error)
  if (DECLINED.test(message.trim())) return providerError(4001, message, error)
  if (/not (implemented|supported)/.test(message)) return providerError(4200, message, error)
  return error
}

export const otherChain = (): Error =>
  providerError(4901, 'A Safe exists on one network only. To use another network, open a Safe of that network.')

export const notSignedYet = (): Error =>
  providerError(
    -32002,
    'The owners of the Safe have not confirmed the message yet. Confirm it in the Safe, then try again.',
  )
