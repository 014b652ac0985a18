import type { StandardSchema } from '@wallet-modal/kernel'
import { WalletModalError } from '@wallet-modal/kernel'
import type { Chain } from './chain.js'

/** A node that answers from memory: a value, an error to throw, or a function of the parameters. */
export function fakeChain(answers: Readonly<Record<string, unknown>>): Chain & { readonly asked: string[] } {
  const asked: string[] = []
  const answer = async (method: string, params: readonly unknown[]): Promise<unknown> => {
    asked.push(method)
    if (!Object.hasOwn(answers, method)) throw new WalletModalError('RPC_ERROR', 'unknown method', { status: -32601 })
    const found = answers[method]
    const value: unknown = typeof found === 'function' ? found(...params) : found
    if (value instanceof Error) throw value
    return value
  }
  const read = async <T>(method: string, params: readonly unknown[], schema: StandardSchema<T>): Promise<T> => {
    const result = await answer(method, params)
    try {
      const parsed = await schema['~standard'].validate(result)
      if (parsed.issues) throw new Error('not valid')
      return parsed.value
    } catch (error) {
      throw new WalletModalError('INVALID_DATA', String(error))
    }
  }
  return {
    caipNetworkId: 'eip155:1',
    asked,
    read,
    quantity: async (method, ...params) => BigInt(String(await answer(method, params))),
    bytes: async (method, ...params) => String(await answer(method, params)).toLowerCase(),
  }
}

export const nodeError = (message: string, status = -32000): WalletModalError =>
  new WalletModalError('RPC_ERROR', message, { status })
