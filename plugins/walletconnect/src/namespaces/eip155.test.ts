import type { NamespaceSession, Network, SessionListener } from '@wallet-modal/kernel'
import { createFakeContext, createFakeNetwork, createFakeRpc } from '@wallet-modal/kernel/testing'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { toProviderError } from '../errors.js'
import { type ApprovedNamespaces, readApproved } from '../sessions/approved.js'
import { createEip155Provider } from './eip155.js'
import { ownRules } from './families.js'
import { toReachable } from './reachable.js'

const one = '0x70997970c51812dc3a010c7d01b50e0d17dc79c8'
const two = '0x3c44cdddb6a900fa2b585dd299e03d12fa4293bc'

const on = (chains: readonly number[], addresses: readonly string[] = [one], methods = ['personal_sign']) => ({
  eip155: {
    accounts: chains.flatMap((chain) => addresses.map((address) => `eip155:${chain}:${address}`)),
    methods,
  },
})

const networks = (ids: readonly string[]): readonly Network[] => ids.map((id) => createFakeNetwork(id))

function stage(namespaces: ApprovedNamespaces = on([1, 10])) {
  let approved = namespaces
  let listener: SessionListener | undefined
  const walletRequests: unknown[] = []
  const reads: unknown[] = []
  const session: NamespaceSession = {
    wallet: 'Zephyr',
    approved: () => readApproved(approved, ownRules.eip155),
    async request(...request) {
      walletRequests.push(request)
      return 'signed'
    },
    listen(next) {
      listener = next
    },
    async leave() {
      approved = {}
      listener?.ended()
    },
  }
  const rpc = createFakeRpc(({ caipNetworkId, method, isWrite }) =>
    reads.push([isWrite ? 'write' : 'read', caipNetworkId, method]),
  )
  const ctx = createFakeContext({ api: { rpc } })
  const provider = createEip155Provider({ ctx, session, chains: ['eip155:137', 'eip155:10', 'eip155:1'] })
  const events: unknown[] = []
  for (const event of ['accountsChanged', 'chainChanged', 'disconnect'])
    provider.on(event, (payload) =>
      events.push([event, payload instanceof Error ? Reflect.get(payload, 'code') : payload]),
    )
  const approve = (next: ApprovedNamespaces): void => {
    approved = next
    listener?.changed()
  }
  const event = (name: string, data: unknown, chain: string): void => listener?.event(name, data, chain)
  const ask = (method: string, ...params: unknown[]): Promise<unknown> => provider.request({ method, params })
  return { provider, ask, walletRequests, reads, events, approve, event, session }
}

describe('an EIP-1193 provider over a session', () => {
  test('starts on the first approved network in the site’s order', async () => {
    const { ask } = stage()
    expect([await ask('eth_chainId'), await ask('net_version'), await ask('eth_accounts')]).toEqual([
      '0xa',
      '10',
      [one],
    ])
  })

  test('switches to a network of the site if the wallet withdraws the active network', async () => {
    const { ask, approve } = stage()
    approve(on([56, 1]))
    expect(await ask('eth_chainId')).toBe('0x1')
    approve(on([56]))
    expect(await ask('eth_chainId')).toBe('0x38')
  })

  test('sends approved methods to the wallet on the active network, and all others to the RPC', async () => {
    const { ask, walletRequests, reads } = stage()
    expect(await ask('personal_sign', '0x', one)).toBe('signed')
    await ask('eth_getBalance', one)
    await ask('eth_sendRawTransaction', '0x')
    expect(walletRequests).toEqual([['eip155:10', 'personal_sign', ['0x', one]]])
    expect(reads).toEqual([
      ['read', 'eip155:10', 'eth_getBalance'],
      ['write', 'eip155:10', 'eth_sendRawTransaction'],
    ])
  })

  test('reads from the RPC even if the wallet approved read methods, whose answers may be false', async () => {
    const { ask, walletRequests, reads } = stage(on([1, 10], [one], ['eth_getBalance', 'eth_call', 'eth_sign']))
    await ask('eth_getBalance', one)
    await ask('eth_call', {})
    await expect(ask('eth_sign', one, '0x')).rejects.toMatchObject({ code: 4200 })
    expect(walletRequests).toEqual([])
    expect(reads).toEqual([
      ['read', 'eip155:10', 'eth_getBalance'],
      ['read', 'eip155:10', 'eth_call'],
    ])
  })

  test.each(['eth_sendUserOperation', 'eth_sendBundle', 'eth_sendPrivateTransaction', 'eth_sendRawTransactionSync'])(
    'B3: sends %s once, as a write, since it changes state',
    async (method) => {
      const { ask, reads } = stage()
      await ask(method, '0x')
      expect(reads).toEqual([['write', 'eip155:10', method]])
    },
  )

  const wallets = ['personal_sign', 'eth_sendTransaction', 'eth_signTypedData_v4', 'wallet_sendCalls']
  test.each([
    ['personal_sign', ['0x', two], 4100],
    ['eth_signTypedData_v4', [two, '{}'], 4100],
    ['eth_sendTransaction', [{ from: two }], 4100],
    ['eth_sendTransaction', [{ from: one, chainId: '0x1' }], 4901],
    ['wallet_sendCalls', [{ from: two, chainId: '0xa' }], 4100],
    ['wallet_sendCalls', [{ from: one, chainId: '0x1' }], 4901],
    ['wallet_sendCalls', [{ from: one, chainId: {} }], 4901],
  ])(
    'C4, C5: refuses %s with %j, which is for another account or chain, without asking the wallet',
    async (method, params, code) => {
      const { ask, walletRequests } = stage(on([1, 10], [one], wallets))
      await expect(ask(method, ...params)).rejects.toMatchObject({ code })
      expect(walletRequests).toEqual([])
    },
  )

  test.each([
    ['personal_sign', ['0x', one.toUpperCase().replace('0X', '0x')]],
    ['eth_sendTransaction', [{ from: one, chainId: 10 }]],
    ['eth_sendTransaction', [{ to: two }]],
    ['wallet_sendCalls', [{ from: one, chainId: '0xa' }]],
  ])('passes %s with %j to the wallet', async (method, params) => {
    const { ask, walletRequests } = stage(on([1, 10], [one], wallets))
    await ask(method, ...params)
    expect(walletRequests).toEqual([['eip155:10', method, params]])
  })

  test.each(['eth_sendTransaction', 'eth_sign', 'eth_signTypedData_v4', 'wallet_watchAsset', 'personal_ecRecover'])(
    'refuses %s if the wallet did not approve it, and never sends it to the RPC (4200)',
    async (method) => {
      const { ask, walletRequests, reads } = stage()
      await expect(ask(method, {})).rejects.toMatchObject({ code: 4200 })
      expect([walletRequests, reads]).toEqual([[], []])
    },
  )

  test('switches to an approved network and to no other (4902)', async () => {
    const { ask, events } = stage()
    expect(await ask('wallet_switchEthereumChain', { chainId: '0x1' })).toBeNull()
    expect(events).toEqual([['chainChanged', '0x1']])
    for (const params of [[{ chainId: '0x89' }], [{ chainId: 'x' }], [{}], [null], []])
      await expect(ask('wallet_switchEthereumChain', ...params)).rejects.toMatchObject({ code: 4902 })
    expect([await ask('eth_chainId'), events.length]).toEqual(['0x1', 1])
  })

  test('proposes a network to a wallet that can add one, and resolves when the session has it', async () => {
    const methods = ['wallet_addEthereumChain']
    const { ask, walletRequests, approve, session } = stage(on([10], [one], methods))
    expect(toReachable(session, networks(['eip155:10', 'eip155:137', 'solana:1']))).toEqual(['eip155:10', 'eip155:137'])
    let isDone = false
    const adding = ask('wallet_addEthereumChain', { chainId: '0x89' }).then(() => {
      isDone = true
    })
    await new Promise((resolve) => setTimeout(resolve, 20))
    expect([isDone, walletRequests.length]).toEqual([false, 1])
    approve(on([10, 137], [one], methods))
    await adding
    expect(await ask('wallet_switchEthereumChain', { chainId: '0x89' })).toBeNull()
  })

  test('refuses to add a network if the wallet did not approve the method (4902)', async () => {
    const { ask, walletRequests, session } = stage(on([10]))
    expect(toReachable(session, networks(['eip155:10', 'eip155:137']))).toEqual(['eip155:10'])
    await expect(ask('wallet_addEthereumChain', { chainId: '0x89' })).rejects.toMatchObject({ code: 4902 })
    expect(walletRequests).toEqual([])
  })

  test.each([1, '1', '0x1', 'nonsense'])(
    'follows a chainChanged event of the wallet with the data %j',
    async (data) => {
      const { ask, event, events } = stage()
      event('chainChanged', data, 'eip155:1')
      expect([await ask('eth_chainId'), events]).toEqual(['0x1', [['chainChanged', '0x1']]])
    },
  )

  test('ignores a chainChanged event to a network that is not in the session', async () => {
    const { ask, event, events } = stage()
    event('chainChanged', 137, 'eip155:137')
    expect([await ask('eth_chainId'), events]).toEqual(['0xa', []])
  })

  test('uses only the order of an accountsChanged event, which cannot add accounts', async () => {
    const { ask, event, events } = stage(on([10], [one, two]))
    event('accountsChanged', [`eip155:10:${two}`], 'eip155:10')
    expect(await ask('eth_accounts')).toEqual([two, one])
    event('accountsChanged', [`eip155:10:0x${'66'.repeat(20)}`], 'eip155:10')
    expect(await ask('eth_accounts')).toEqual([one, two])
    expect(events.map((entry) => Array.isArray(entry) && entry[0])).toEqual(['accountsChanged', 'accountsChanged'])
  })

  test('A4: tolerates events whose data is no string', async () => {
    const { ask, event } = stage(on([1, 10], [one, two]))
    const hostile: unknown = JSON.parse('{"toString":1,"valueOf":1}')
    event('accountsChanged', [hostile], 'eip155:10')
    event('chainChanged', hostile, 'eip155:99')
    expect([await ask('eth_chainId'), await ask('eth_accounts')]).toEqual(['0xa', [one, two]])
    event('chainChanged', hostile, 'eip155:1')
    expect(await ask('eth_chainId')).toBe('0x1')
  })

  test('moves to a remaining network and account if an update removes the active ones', async () => {
    const { ask, approve, events } = stage()
    approve(on([1], [two]))
    expect([await ask('eth_chainId'), await ask('eth_accounts')]).toEqual(['0x1', [two]])
    expect(events).toContainEqual(['chainChanged', '0x1'])
    expect(events.at(-1)).toEqual(['accountsChanged', [two]])
  })

  test('has no accounts, refuses requests and emits one disconnect when the session ends (4900)', async () => {
    const { ask, events, walletRequests } = stage()
    expect(await ask('wallet_revokePermissions', { eth_accounts: {} })).toBeNull()
    expect(events).toEqual([['disconnect', 4900]])
    expect(await ask('eth_accounts')).toEqual([])
    await expect(ask('personal_sign', '0x', one)).rejects.toMatchObject({ code: 4900 })
    expect(walletRequests).toEqual([])
  })

  test('does not call a removed listener', async () => {
    const { provider, ask } = stage()
    const heard: unknown[] = []
    const listener = (payload: unknown): unknown => heard.push(payload)
    provider.on('chainChanged', listener)
    provider.removeListener('chainChanged', listener)
    await ask('wallet_switchEthereumChain', { chainId: '0x1' })
    expect(heard).toEqual([])
  })
})

test.each([5000, 5001, 5002, 5003, 4001])(
  'toProviderError maps the code %d to the rejection of EIP-1193 (4001)',
  (code) => expect(toProviderError({ code, message: 'no' })).toMatchObject({ code: 4001 }),
)

test('toProviderError keeps other codes, and uses -32603 if there is none', () => {
  expect(toProviderError({ code: -32_000, message: 'broken', data: 1 })).toMatchObject({ code: -32_000, data: 1 })
  expect(toProviderError(new Error('gone'))).toMatchObject({ code: -32_603, message: 'gone' })
})

describe('a listener of the site that throws', () => {
  const failure = new Error('of the site')
  const reported = vi.fn()
  const throwing = () => {
    vi.stubGlobal('reportError', reported)
    const staged = stage()
    const heard: unknown[] = []
    for (const event of ['accountsChanged', 'chainChanged', 'disconnect']) {
      staged.provider.on(event, () => {
        throw failure
      })
      staged.provider.on(event, () => heard.push(event)) // like the modal's own listener, which is added again after a reconnect
    }
    return { ...staged, heard }
  }
  afterEach(() => {
    expect(reported).toHaveBeenCalledWith(failure)
    reported.mockClear()
    vi.unstubAllGlobals()
  })

  test('does not make a network switch fail', async () => {
    const { ask, heard } = throwing()
    expect(await ask('wallet_switchEthereumChain', { chainId: '0x1' })).toBeNull()
    expect([await ask('eth_chainId'), heard]).toEqual(['0x1', ['chainChanged']])
  })

  test('does not prevent other listeners from getting disconnect', async () => {
    const { session, heard } = throwing()
    await session.leave()
    expect(heard).toEqual(['disconnect'])
  })

  test('does not prevent other listeners from getting chainChanged and accountsChanged', () => {
    const { approve, heard } = throwing()
    approve(on([1], [two]))
    expect(new Set(heard)).toEqual(new Set(['chainChanged', 'accountsChanged']))
  })
})
