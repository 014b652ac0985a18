import type { Context } from '../plugins/plugin.js'
import type { Action } from './actions.js'
import type { UndecodedCall } from './driver.js'
import { type DecodeContext, decoders, type TransactionDecoder } from './transactions.js'

const asUnknown = ({ target, name, value }: UndecodedCall): Action =>
  Object.freeze({ type: 'unknown', target, call: name, ...(value && { value }) })

/**
 * Converts the contents of a transaction to actions. Calls that the chain family cannot decode are passed to the decoders of plugins. A decoder that
 * throws is skipped. A call that no decoder recognizes becomes an {@link UnknownAction}.
 */
export async function readActions(
  ctx: Context,
  contents: readonly (Action | UndecodedCall)[],
  { namespace, ...context }: DecodeContext & { readonly namespace: string },
): Promise<readonly Action[]> {
  const familyDecoders = ctx
    .all(decoders)
    .peek()
    .filter((one) => one.namespace === namespace)
  const decode = async (undecoded: UndecodedCall): Promise<Action> => {
    for (const decoder of familyDecoders) {
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
