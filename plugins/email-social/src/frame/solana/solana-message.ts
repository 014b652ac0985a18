import type { Summary } from '../approval/summary.js'
import { FrameError } from '../gateway.js'
import { readableText, readBytes } from '../messages/readable.js'
import { t } from '../strings.js'
import { solanaText } from './solana-strings.js'
import { isTransactionMessage } from './solana-transaction.js'

interface SummaryContext {
  /** Origin of the requesting page, as reported by the browser. */
  readonly site: string
  /** Base58. */
  readonly account: string
}

/** First line of a sign-in message (Sign-In With Solana, after EIP-4361). */
const signIn = /^\s*(?:[a-z][\w+.-]*:\/\/)?(\S+) wants you to sign in with your /i

/** Summary of a message to sign. Throws -32602 if the bytes could be a transaction. */
export function summarizeMessage(bytes: Uint8Array, { site, account }: SummaryContext): Summary {
  if (isTransactionMessage(bytes))
    throw new FrameError(-32_602, 'This is a transaction, not a message. Use a method that signs transactions.')
  const readable = readBytes(bytes)
  const domain = signIn.exec(readable)?.[1]
  const { host } = new URL(site)
  const warnings = [
    ...(readableText(bytes) !== undefined ? [] : [solanaText('warning.bytes')]),
    ...(domain !== undefined && domain !== host ? [t('warning.domain', { domain, site: host })] : []),
  ]
  return {
    title: t('title.message'),
    warnings,
    facts: [
      { label: 'site', value: site },
      { label: 'message', value: readable, format: 'data' },
      { label: 'account', value: account, format: 'address' },
    ],
  }
}
