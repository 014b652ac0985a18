import { actionError } from '../../errors/action-error.js'
import { withDeadline } from '../../errors/deadline.js'
import { isWalletModalError } from '../../errors/errors.js'
import { contributionsOf, reportFrom } from '../../plugins/contributions.js'
import type { Contributed } from '../../plugins/modal-access.js'
import type { Context } from '../../plugins/plugin.js'
import type { Action } from '../actions.js'
import type { UndecodedCall } from '../driver.js'
import { type DecodeContext, decoders, type TransactionDecoder } from '../transactions.js'
import { checkAction } from './check-action.js'

/** Time limit of a decoder, in milliseconds. Longer than that of a request to a node, because a decoder may send one. */
export const DECODER_LIMIT_MS = 15_000

const asUnknown = ({ target, name, value }: UndecodedCall): Action =>
  Object.freeze({ type: 'unknown', target, call: name, ...(value && { value }) })

/**
 * Converts the contents of a transaction to actions. Calls that the chain family cannot decode are passed to the decoders of plugins. A decoder that
 * throws, does not reply in time or returns an invalid action is reported and skipped. A call that no decoder recognizes becomes an
 * {@link UnknownAction}.
 */
export async function readActions(
  ctx: Context,
  contents: readonly (Action | UndecodedCall)[],
  { namespace, ...context }: DecodeContext & { readonly namespace: string },
): Promise<readonly Action[]> {
  const failed = new Set<TransactionDecoder>() // a decoder that fails for one call is not used for the other calls of the transaction
  const decode = async (undecoded: UndecodedCall): Promise<Action> => {
    for (const contributed of contributionsOf(ctx, decoders)) {
      if (contributed.item.namespace !== namespace || failed.has(contributed.item)) continue
      const action = await tryDecoder(contributed, undecoded, context).catch((error: unknown) => {
        if (!failed.has(contributed.item)) report(ctx, contributed.owner, error)
        failed.add(contributed.item)
        return undefined
      })
      if (action) return Object.freeze(action)
    }
    return asUnknown(undecoded)
  }
  return Object.freeze(
    await Promise.all(contents.map(async (one) => (one.type === 'undecoded' ? decode(one) : Object.freeze(one)))),
  )
}

async function tryDecoder(
  { item, owner }: Contributed<TransactionDecoder>,
  { call }: UndecodedCall,
  context: DecodeContext,
): Promise<Action | undefined> {
  const action = await withDeadline(
    Promise.resolve(item.decode(call, context)),
    'decoding a call',
    owner,
    DECODER_LIMIT_MS,
  )
  if (action) checkAction(action)
  return action
}

/** Codes of errors of a node or service that a decoder queries. */
const REQUEST_FAILURES: ReadonlySet<string> = new Set([
  'NETWORK_ERROR',
  'TIMEOUT',
  'RPC_ERROR',
  'HTTP_STATUS',
  'ABORTED',
])

/** Reports a failure of the decoder itself. Only logs failures of the requests that it sends. */
function report(ctx: Context, owner: string, error: unknown): void {
  const code = isWalletModalError(error) ? error.code : ''
  if (REQUEST_FAILURES.has(code)) ctx.log.warn('a decoder failed', error)
  else
    reportFrom(
      ctx,
      isWalletModalError(error) && code === 'PLUGIN_TIMEOUT' ? error : actionError(owner, 'its decoder', error),
    )
}
