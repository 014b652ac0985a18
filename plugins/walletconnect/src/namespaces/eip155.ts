import { isWalletModalError, readWith } from '@wallet-modal/kernel'
import { ProviderRpcError, sessionEnded, unknownChain, unsupported } from '../errors.js'
import { checkRequest, toCaip } from './eip155-request.js'
import { firstChain, type ShapeParts, tellAll } from './shape.js'

interface Request {
  readonly method: string
  readonly params?: readonly unknown[] | object | undefined
}

type Listener = (payload: unknown) => void

/** A session as an EIP-1193 provider: wallet methods go to the wallet, reads to the site's own RPC. */
export interface Eip155Provider {
  request(request: Request): Promise<unknown>
  on(event: string, listener: Listener): void
  removeListener(event: string, listener: Listener): void
}

const anything = readWith((value) => value)

const toHex = (caipNetworkId: string): string => `0x${BigInt(caipNetworkId.slice('eip155:'.length)).toString(16)}`

const chainOf = (params: unknown): string | null =>
  toCaip(Array.isArray(params) && typeof params[0] === 'object' ? Object(params[0]).chainId : null)

/** Time limit for a wallet that has added a network to update the session. */
const UPDATE_MS = 3000

/** Makes the EIP-1193 provider of a session. */
export function createEip155Provider(parts: ShapeParts): Eip155Provider {
  const { ctx, link } = parts
  const listeners = new Map<string, Set<Listener>>()
  const isApproved = (caipNetworkId: string): boolean => link.approved().chains.includes(caipNetworkId)
  let chain = firstChain(parts)
  const updates = new Set<() => void>()
  /** The wallet's order, if known. */
  let first: string | undefined

  const emit = (event: string, payload: unknown): void =>
    tellAll(listeners.get(event) ?? [], (listener) => listener(payload))
  const accounts = (): readonly string[] => {
    const here = link.approved().accounts.filter((account) => account.caipNetworkId === chain)
    const addresses = [...new Set(here.map((account) => account.address.toLowerCase()))]
    return addresses.toSorted((a, b) => Number(b === first) - Number(a === first))
  }
  const moveTo = (caipNetworkId: string): void => {
    if (caipNetworkId === chain) return
    const before = accounts().join()
    chain = caipNetworkId
    emit('chainChanged', toHex(chain))
    if (accounts().join() !== before) emit('accountsChanged', accounts())
  }
  link.listen({
    changed() {
      const [other] = link.approved().chains
      if (!isApproved(chain) && other) moveTo(other)
      emit('accountsChanged', accounts())
      for (const heard of [...updates]) heard()
    },
    event(name, data, caipNetworkId) {
      if (name === 'chainChanged') {
        const told = toCaip(data)
        const next = told !== null && isApproved(told) ? told : caipNetworkId
        if (isApproved(next)) moveTo(next)
      } else if (name === 'accountsChanged' && Array.isArray(data)) {
        // an event may change only the order: the session determines the accounts
        const [told]: readonly unknown[] = data
        first = typeof told === 'string' ? told.split(':').at(-1)?.toLowerCase() : undefined
        emit('accountsChanged', accounts())
      }
    },
    ended: () => emit('disconnect', sessionEnded()),
  })

  /** Resolves when the session has the network, or after the time limit. */
  const updated = (caipNetworkId: string): Promise<void> =>
    new Promise((resolve) => {
      const finish = (): void => {
        clearTimeout(timer)
        updates.delete(heard)
        resolve()
      }
      const heard = (): void => {
        if (isApproved(caipNetworkId)) finish()
      }
      const timer = setTimeout(finish, UPDATE_MS)
      updates.add(heard)
      heard()
    })
  const read = async ({ method, params = [] }: Request): Promise<unknown> => {
    const rpc = ctx.api.rpc(chain)
    const list = Array.isArray(params) ? params : [params]
    try {
      return await (/^eth_send/.test(method) ? rpc.write : rpc.read)(method, list, { schema: anything })
    } catch (error) {
      const status = isWalletModalError(error) ? error.status : undefined
      throw new ProviderRpcError(status ?? -32_603, error instanceof Error ? error.message : method)
    }
  }
  const own: Readonly<Record<string, (request: Request) => unknown>> = {
    eth_accounts: accounts,
    eth_requestAccounts: accounts,
    eth_chainId: () => toHex(chain),
    net_version: () => BigInt(toHex(chain)).toString(),
    wallet_switchEthereumChain({ params }) {
      const next = chainOf(params)
      if (next === null || !isApproved(next)) throw unknownChain(link.wallet)
      moveTo(next)
      return null
    },
    async wallet_addEthereumChain({ method, params }) {
      const next = chainOf(params)
      if (!link.approved().methods.includes(method) || next === null) throw unknownChain(link.wallet)
      const answer = await link.request(chain, method, params)
      await updated(next)
      return answer
    },
    async wallet_revokePermissions() {
      await link.leave()
      return null
    },
  }
  return {
    async request(request) {
      const { method, params } = request
      const answer = Object.hasOwn(own, method) ? own[method] : undefined
      if (answer) return answer(request)
      const { methods, chains: approved } = link.approved()
      if (approved.length === 0) throw sessionEnded()
      if (methods.includes(method) && method !== 'eth_sendRawTransaction') {
        checkRequest(method, params, { chain, accounts: accounts() })
        return link.request(chain, method, params)
      }
      if (/^(wallet_|personal_|eth_sign|eth_sendTransaction)/.test(method)) throw unsupported(link.wallet, method)
      return read(request)
    },
    on: (event, listener) => void listeners.set(event, (listeners.get(event) ?? new Set()).add(listener)),
    removeListener: (event, listener) => void listeners.get(event)?.delete(listener),
  }
}
