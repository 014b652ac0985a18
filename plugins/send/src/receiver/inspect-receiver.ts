import type { AssetToken, Context, Network, ReceiverIssue } from '@wallet-modal/kernel'
import { isLookAlike, wait } from '@wallet-modal/kernel/assets'
import type { SendContext } from '../form/send-context.js'
import { isNameLike, lookUpName, nameLookupOf } from './names.js'
import type { ResolvedName } from './resolved-name.js'

/**
 * State of the receiver field. `text` is the field's current text. `address` always belongs to `text`, because each change sets the status
 * `checking`.
 */
export type Receiver =
  | { readonly status: 'empty'; readonly text: '' }
  | { readonly status: 'checking'; readonly text: string }
  /** Not checked yet, because no token is chosen. */
  | { readonly status: 'unchecked'; readonly text: string }
  | {
      readonly status: 'found'
      readonly text: string
      /** Name in the field, with its address. */
      readonly resolved?: ResolvedName
      /** In the chain's canonical form. */
      readonly address: string
      readonly issues: readonly ReceiverIssue[]
    }
  | {
      readonly status: 'refused'
      readonly text: string
      readonly issue: ReceiverIssue
      /** Network of a payment link, to which the wallet can switch. */
      readonly network?: Network
    }
  /** Payment link that the visitor must confirm, because it would replace fields that were edited after the link was entered. */
  | { readonly status: 'unconfirmed'; readonly text: string }
  /** The receiver could not be checked. */
  | { readonly status: 'failed'; readonly text: string }

/** Delay after the last key press before a name is resolved. */
export const NAME_DELAY_MS = 300

const refused = (text: string, issue: ReceiverIssue): Receiver => ({ status: 'refused', text, issue })
const refuseWithCode = (text: string, code: string): Receiver => refused(text, { code, severity: 'refuse' })

const lookAlike: ReceiverIssue = Object.freeze({ code: 'lookAlike', severity: 'warn' })
const invalidAddress: ReceiverIssue = Object.freeze({ code: 'invalidAddress', severity: 'refuse' })

interface InspectRequest {
  readonly context: SendContext
  readonly token: AssetToken
  /** Known addresses, with which look-alikes are detected. */
  readonly knownAddresses: readonly string[]
  readonly signal: AbortSignal
}

/** Checks an address, or the address to which a name resolved. Resolves with `undefined` if the text is not an address but may be a name. */
async function inspectAddress(
  address: string,
  { context, token, knownAddresses, signal }: InspectRequest,
  { text, resolved }: { readonly text: string; readonly resolved?: ResolvedName },
): Promise<Receiver | undefined> {
  const { connection, network, handler } = context
  const report = await handler.inspectReceiver(address, { connection, network, token }, signal)
  const refusal = report.issues.find(({ severity }) => severity === 'refuse')
  if (report.address === undefined)
    return resolved === undefined && isNameLike(text) ? undefined : refused(text, refusal ?? invalidAddress)
  if (refusal) return refused(text, refusal)
  const warnings = isLookAlike(report.address, knownAddresses) ? [lookAlike] : []
  return {
    status: 'found',
    text,
    ...(resolved && { resolved }),
    address: report.address,
    issues: [...warnings, ...report.issues],
  }
}

/** Checks a receiver: an address of the network, or a name, which is resolved. Rejects if the check or the name service fails. */
export async function inspectReceiver(
  ctx: Pick<Context, 'api' | 'all' | 'log'>,
  text: string,
  request: InspectRequest,
): Promise<Receiver> {
  const direct = await inspectAddress(text, request, { text })
  if (direct) return direct
  const { network } = request.context
  const lookup = nameLookupOf(ctx, request.context)
  if (!lookup) return refuseWithCode(text, 'noNames')
  await wait(NAME_DELAY_MS, request.signal)
  const result = await lookUpName(ctx, text, { network, ...lookup, signal: request.signal })
  if (result.status !== 'found') return refuseWithCode(text, `name.${result.status}`)
  const { name, address, isProven } = result
  const resolved = { name, address, ...(isProven && { isProven }), resolvedAt: Date.now() }
  return (await inspectAddress(address, request, { text, resolved })) ?? refuseWithCode(text, 'invalidAddress')
}
