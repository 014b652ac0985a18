import { describe, expect, it } from 'vitest'
import { type SafeProvider, toEip1193 } from './provider.js'

const SAFE = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const codeOf = (work: Promise<unknown>): Promise<unknown> =>
  work.catch((error: unknown) => Reflect.get(Object(error), 'code'))

function wrap(answers: Readonly<Record<string, unknown>>): { calls: string[]; provider: SafeProvider } {
  const calls: string[] = []
  const inner: SafeProvider = {
    async request({ method }) {
      calls.push(method)
      const answer = answers[method]
      if (answer instanceof Error) throw answer
      return answer
    },
    on: () => calls.push('on'),
    removeListener: () => calls.push('removeListener'),
  }
  return { calls, provider: toEip1193(inner) }
}

describe("the Safe's provider", () => {
  it('answers eth_requestAccounts with eth_accounts, because the Safe SDK does not support eth_requestAccounts', async () => {
    const { provider, calls } = wrap({ eth_accounts: [SAFE] })
    expect(await provider.request({ method: 'eth_requestAccounts' })).toEqual([SAFE])
    expect(calls).toEqual(['eth_accounts'])
  })

  it('accepts a switch to its own chain id in any letter case, and rejects any other chain id', async () => {
    const { provider, calls } = wrap({ eth_chainId: '0x7a69' })
    const to = (chainId: string) => provider.request({ method: 'wallet_switchEthereumChain', params: [{ chainId }] })
    expect(await to('0x7A69')).toBeNull()
    expect(await codeOf(to('0x1'))).toBe(4901)
    expect(await codeOf(provider.request({ method: 'wallet_switchEthereumChain' }))).toBe(4901)
    expect(new Set(calls)).toEqual(new Set(['eth_chainId']))
  })

  it('reports the capability atomicBatch also as `atomic`, its name in EIP-5792', async () => {
    const { provider } = wrap({ wallet_getCapabilities: { '0x7a69': { atomicBatch: { supported: true } } } })
    expect(await provider.request({ method: 'wallet_getCapabilities', params: [SAFE] })).toEqual({
      '0x7a69': { atomicBatch: { supported: true }, atomic: { status: 'supported' } },
    })
    expect(await wrap({}).provider.request({ method: 'wallet_getCapabilities' })).toEqual({})
  })

  it('adds the codes of EIP-1193 to error messages of the parent page', async () => {
    const { provider } = wrap({
      eth_sendTransaction: new Error('Transaction was rejected'),
      wallet_revokePermissions: new Error('"wallet_revokePermissions" not implemented'),
      eth_call: new Error('execution reverted'),
    })
    expect(await codeOf(provider.request({ method: 'eth_sendTransaction', params: [{}] }))).toBe(4001)
    expect(await codeOf(provider.request({ method: 'wallet_revokePermissions' }))).toBe(4200)
    await expect(provider.request({ method: 'eth_call', params: [{}, 'latest'] })).rejects.toThrow('execution reverted')
  })

  it.each([
    ['Transaction was rejected', 4001],
    ['User rejected transaction', 4001],
    ['The request was rejected by the user.', 4001],
    ['The operation was canceled', undefined],
    ['Request to the transaction service was rejected: 503', undefined],
    ['access denied by the node', undefined],
    ['fetch cancelled', undefined],
  ])('"%s" has the code %s; only a rejection by the visitor has 4001', async (sentence, code) => {
    const { provider } = wrap({ eth_sendTransaction: new Error(sentence) })
    expect(await codeOf(provider.request({ method: 'eth_sendTransaction', params: [{}] }))).toBe(code)
  })

  it.each([
    ['Invalid from address', 4100],
    ['Safe is not on chain 0x1', 5710],
    ['Invalid call #0: missing "to" field', -32_602],
  ])('"%s" has the code %s, because nothing was submitted', async (sentence, code) => {
    const { provider } = wrap({ wallet_sendCalls: new Error(sentence) })
    expect(await codeOf(provider.request({ method: 'wallet_sendCalls', params: [{}] }))).toBe(code)
  })

  it('sends the address of the Safe as its page spells it, because the Safe SDK compares the letter case', async () => {
    const requests: unknown[] = []
    const provider = toEip1193({
      async request({ method, params }) {
        if (method === 'eth_accounts') return [SAFE.toLowerCase()]
        requests.push(params)
        return { id: '0x1' }
      },
      on: () => undefined,
      removeListener: () => undefined,
    })
    await provider.request({ method: 'wallet_sendCalls', params: [{ from: SAFE, calls: [] }] })
    expect(requests).toEqual([[{ from: SAFE.toLowerCase(), calls: [] }]])
  })

  it('rejects an empty signature, but returns an empty result of a read', async () => {
    const { provider } = wrap({ personal_sign: '0x', eth_signTypedData_v4: '0x', eth_getCode: '0x', eth_sign: '0x12' })
    expect(await codeOf(provider.request({ method: 'personal_sign', params: ['0x', SAFE] }))).toBe(-32002)
    expect(await codeOf(provider.request({ method: 'eth_signTypedData_v4', params: [SAFE, '{}'] }))).toBe(-32002)
    expect(await provider.request({ method: 'eth_getCode', params: [SAFE, 'latest'] })).toBe('0x')
    expect(await provider.request({ method: 'eth_sign', params: [SAFE, '0x'] })).toBe('0x12')
  })

  it('forwards on() and removeListener()', () => {
    const { provider, calls } = wrap({})
    provider.on('chainChanged', () => undefined)
    provider.removeListener('chainChanged', () => undefined)
    expect(calls).toEqual(['on', 'removeListener'])
  })
})
