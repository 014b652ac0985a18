// Runs in the page before the site's script: installs wallets that sign with real keys. Tests control them through `window.testWallets`.
import { announceProvider, type EIP1193Provider } from 'mipd'
import { privateKeyToAccount } from 'viem/accounts'

export interface WalletPlan {
  readonly name: string
  readonly rdns: string
  readonly uuid?: string
  /** Delay of the announcement in milliseconds. Default: none. */
  readonly announceAfterMs?: number
  /** Whether the wallet is `window.ethereum` instead of announcing itself (EIP-6963). */
  readonly legacy?: boolean
  /** Whether the site has permission when a page loads. Default: the permission that the wallet has stored. */
  readonly allowed?: boolean
  readonly rpcUrl: string
  readonly chainId?: number
  readonly knownChainIds?: readonly number[]
  readonly icon?: string
  /** Published development key of each account. */
  readonly privateKeys?: readonly `0x${string}`[]
}

type Behaviour = 'approve' | 'reject' | 'hang' | 'fail' | 'noAccounts'

export interface TestWallet {
  behaviour: Behaviour
  readonly calls: { readonly method: string; readonly params: unknown }[]
  /** Completes a hanging request. */
  release(): void
  changeChain(chainId: number): void
  changeAccounts(addresses: readonly string[]): void
  /** Number of active event listeners. */
  listeners(): number
}

declare global {
  interface Window {
    testWalletPlans?: readonly WalletPlan[]
    testWallets: Record<string, TestWallet>
  }
}

const firstKey = '0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80'
const transparentPixel =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
const error = (code: number, message: string): Error => Object.assign(new Error(message), { code })

function createWallet(plan: WalletPlan): EIP1193Provider {
  const keys = (plan.privateKeys ?? [firstKey]).map((key) => privateKeyToAccount(key))
  const [account = privateKeyToAccount(firstKey)] = keys
  const memory = `test-wallet:${plan.rdns}`
  const remembered: { allowed?: boolean; chainId?: number } = JSON.parse(localStorage.getItem(memory) ?? '{}')
  const state = {
    allowed: plan.allowed ?? remembered.allowed ?? false,
    chainId: remembered.chainId ?? plan.chainId ?? 31337,
    addresses: keys.map(({ address }): string => address),
  }
  const known = new Set(plan.knownChainIds ?? [31337, 31338])
  const listeners = new Map<string, Set<(payload: unknown) => void>>()
  let releasePending = (): void => {}

  const save = (): void =>
    localStorage.setItem(memory, JSON.stringify({ allowed: state.allowed, chainId: state.chainId }))
  const emit = (event: string, payload: unknown): void => {
    for (const listener of listeners.get(event) ?? []) listener(payload)
  }
  const accounts = (): readonly string[] => (state.allowed ? state.addresses : [])
  const control: TestWallet = {
    behaviour: 'approve',
    calls: [],
    release: () => releasePending(),
    listeners: () => [...listeners.values()].reduce((sum, { size }) => sum + size, 0),
    changeChain(chainId) {
      state.chainId = chainId
      save()
      emit('chainChanged', `0x${chainId.toString(16)}`)
    },
    changeAccounts(addresses) {
      state.addresses = [...addresses]
      state.allowed = addresses.length > 0
      save()
      emit('accountsChanged', addresses)
    },
  }
  window.testWallets[plan.rdns] = control

  const ask = async (): Promise<void> => {
    if (control.behaviour === 'hang') await new Promise<void>((resolve) => (releasePending = resolve))
    if (control.behaviour === 'reject') throw error(4001, 'User rejected the request.')
    if (control.behaviour === 'fail') throw error(-32603, 'Internal error')
  }
  const forward = async (method: string, params: unknown): Promise<unknown> => {
    const response = await fetch(plan.rpcUrl.replace('{chainId}', String(state.chainId)), {
      method: 'POST',
      headers: { 'content-type': 'text/plain' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
    })
    const reply = await response.json()
    if (reply.error) throw error(reply.error.code, reply.error.message)
    return reply.result
  }
  const provider = {
    on: (event: string, listener: (payload: unknown) => void) =>
      void listeners.set(event, (listeners.get(event) ?? new Set()).add(listener)),
    removeListener: (event: string, listener: (payload: unknown) => void) =>
      void listeners.get(event)?.delete(listener),
    async request({ method, params }: { method: string; params?: unknown }): Promise<unknown> {
      const [first, second]: readonly unknown[] = Array.isArray(params) ? params : []
      control.calls.push({ method, params })
      switch (method) {
        case 'eth_accounts':
          return accounts()
        case 'eth_chainId':
          return `0x${state.chainId.toString(16)}`
        case 'eth_requestAccounts':
          if (control.behaviour === 'noAccounts') return []
          if (!state.allowed) await ask()
          state.allowed = true
          save()
          return accounts()
        case 'wallet_revokePermissions':
          state.allowed = false
          save()
          return null
        case 'personal_sign':
          await ask()
          return (keys.find(({ address }) => address === second) ?? account).signMessage({
            message: { raw: String(first) as `0x${string}` },
          })
        case 'wallet_switchEthereumChain': {
          const chainId = Number(Object(first).chainId)
          if (!known.has(chainId)) throw error(4902, 'Unrecognized chain ID')
          await ask()
          control.changeChain(chainId)
          return null
        }
        case 'wallet_addEthereumChain':
          await ask()
          known.add(Number(Object(first).chainId))
          return null
        default:
          return forward(method, params)
      }
    },
  }
  return provider as unknown as EIP1193Provider
}

window.testWallets = {}
for (const plan of window.testWalletPlans ?? []) {
  const start = (): void => {
    const provider = createWallet(plan)
    if (plan.legacy) Object.assign(window, { ethereum: provider })
    else {
      const info = {
        uuid: plan.uuid ?? crypto.randomUUID(),
        name: plan.name,
        icon: (plan.icon ?? transparentPixel) as `data:image/${string}`,
        rdns: plan.rdns,
      }
      announceProvider({ info, provider })
    }
  }
  if (plan.announceAfterMs === undefined) start()
  else setTimeout(start, plan.announceAfterMs)
}
