import type { Context } from '../plugins/plugin.js'
import type { Action } from './actions.js'
import type { UndecodedCall } from './driver.js'
import { type DecodeContext, decoders, type TransactionDecoder } from './transactions.js'

const asUnknown = ({ target, name, value }: UndecodedCall): Action =>
  Object.freeze({ type: 'unknown', target, call: name, ...(value && { value }) })

/**
 * Converts decoded bytes to actions: calls unknown to the family are passed to contributed decoders. A decoder that throws is skipped, so that the
 * call is reviewed as unknown.
 */
export async function readActions(
  ctx: Context,
  contents: readonly (Action | UndecodedCall)[],
  { namespace, ...context }: DecodeContext & { readonly namespace: string },
): Promise<readonly Action[]> {
  const known = ctx
    .all(decoders)
    .peek()
    .filter((one) => one.namespace === namespace)
  const decode = async (undecoded: UndecodedCall): Promise<Action> => {
    for (const decoder of known) {
      const action = await tryDecoder(ctx, decoder, undecoded, context)
      if (action) return Object.freeze(action)
    }
    return asUnknown(undecoded)
  }
  return Object.freeze(
    await Promise.all(contents.map(async (one) => (one.type === 'undecoded' ? decode(one) : Object.freeze(one)))),
  )
}

async function tryDecoder(
  ctx: Context,
  decoder: TransactionDecoder,
  { call }: UndecodedCall,
  context: DecodeContext,
): Promise<Action | undefined> {
  try {
    return await decoder.decode(call, context)
  } catch (error) {
    ctx.log.warn('a decoder failed', error)
    return undefined
  }
}
