import type { Context } from '@wallet-modal/kernel'
import { ApproveTransaction } from '../contract.js'
import { EmailWalletError } from '../errors.js'
import type { FrameChannel } from '../frame-channel.js'
import type { ReplyPayload, WalletAccountType } from '../frame-messages.js'
import { notify } from './notify.js'
import { NOT_ALLOWED, ruleOf } from './rpc-policy.js'

type Listener = (payload: unknown) => void

/** EIP-1193 provider of the embedded wallet. */
export interface EmailProvider {
  request(request: { readonly method: string; readonly params?: unknown }): Promise<unknown>
  on(event: string, listener: Listener): void
  removeListener(event: string, listener: Listener): void
  /** Current account type. `@wallet-modal/eip155` reads it when it lists the accounts. */
  accountType(): WalletAccountType
  /** See `Eip1193Provider` of `@wallet-modal/eip155`. True: the login connects the wallet before any sign-in (SIWE). */
  readonly hasSession: true
}

/** Provider, and a method for the code that has created it. */
export interface EmailProviderHandle extends EmailProvider {
  /** Emits `accountsChanged` with these accounts. */
  accountsChanged(addresses: readonly string[]): void
}

export interface ProviderDependencies {
  readonly ctx: Context
  readonly channel: () => Promise<FrameChannel>
  /** Account of the login; `null` if nobody is logged in. */
  readonly user: () => Promise<ReplyPayload<'GET_USER'> | null>
  /** Current chain. The provider changes `value` on `wallet_switchEthereumChain`. */
  readonly chainId: { value: number }
  accountType(): WalletAccountType
  signOut(): Promise<void>
  readonly showFrameFor: ShowFrameFor
}

interface ApprovalDependencies {
  readonly ctx: Context
  readonly channel: () => Promise<FrameChannel>
  /** Called before the frame is displayed. */
  beforeDisplay(): void
}

const toHex = (chainId: number): string => `0x${chainId.toString(16)}`

/** Chain id in the parameters of `wallet_switchEthereumChain` (EIP-3326); 0 if it is invalid. */
function requestedChainId(params: unknown): number {
  const [{ chainId } = {}] = Array.isArray(params) ? params : []
  return typeof chainId === 'string' && /^0x[\da-f]{1,13}$/i.test(chainId) ? Number(chainId) : 0
}

/**
 * Waits for one animation frame. The modal displays "waiting for the wallet" one frame after the click. If another view opened earlier, the modal
 * would treat it as a navigation by the visitor.
 */
const afterAnimationFrame = (): Promise<void> =>
  new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))

/** Creates an EIP-1193 provider that forwards requests to the frame. Rejects with 4200 (EIP-1193) if the frame would refuse the method. */
export function createProvider(dependencies: ProviderDependencies): EmailProviderHandle {
  const { ctx, channel, user, chainId, showFrameFor } = dependencies
  const listeners = new Map<string, Set<Listener>>()
  const emit = (event: string, payload: unknown): void =>
    notify(listeners.get(event) ?? [], (listener) => listener(payload))
  const accounts = async (): Promise<readonly string[]> => {
    const address = (await user())?.address
    return address === undefined ? [] : [address]
  }
  const forward = async (method: string, params: unknown): Promise<unknown> =>
    (await channel()).request('RPC_REQUEST', { method, params, chainId: chainId.value })

  const ownMethods: Readonly<Record<string, (params: unknown) => Promise<unknown>>> = {
    eth_accounts: accounts,
    async eth_requestAccounts() {
      const list = await accounts()
      if (list.length === 0) throw new EmailWalletError(4100, 'Log in first.')
      return list
    },
    eth_chainId: async () => toHex(chainId.value),
    async wallet_switchEthereumChain(params) {
      const next = requestedChainId(params)
      if (!(await user())?.chains.includes(next))
        throw new EmailWalletError(4902, 'The embedded wallet does not know this network.')
      await (await channel()).request('SWITCH_NETWORK', { chainId: next })
      chainId.value = next
      emit('chainChanged', toHex(next))
      return null
    },
    async wallet_revokePermissions() {
      await dependencies.signOut()
      return null
    },
  }
  return {
    hasSession: true,
    async request({ method, params }) {
      const answer = Object.hasOwn(ownMethods, method) ? ownMethods[method] : undefined
      if (answer) return answer(params)
      const rule = ruleOf(method)
      if (rule === 'read') return forward(method, params)
      if (rule === 'approve') return showFrameFor(() => forward(method, params))
      if (!isProbe(method)) ctx.toast.error(() => ctx.t('notAllowed'))
      throw new EmailWalletError(4200, NOT_ALLOWED)
    },
    on(event, listener) {
      listeners.set(event, (listeners.get(event) ?? new Set()).add(listener))
    },
    removeListener: (event, listener) => void listeners.get(event)?.delete(listener),
    accountType: dependencies.accountType,
    accountsChanged: (addresses) => emit('accountsChanged', addresses),
  }
}

/** Whether the modal itself sends this method, without an action of the visitor. Rejecting such a method shows no toast. */
const isProbe = (method: string): boolean => method === 'wallet_addEthereumChain'

/** Displays the frame while `request` waits for the visitor, and returns its result. */
export type ShowFrameFor = <T>(request: () => Promise<T>) => Promise<T>

/** Returns a function that displays the frame while one or more requests wait for the visitor. Closing the view rejects these requests. */
export function createApprovals({ ctx, channel, beforeDisplay }: ApprovalDependencies): ShowFrameFor {
  /** Requests that wait for the visitor. Closing the view removes them, although the frame may still reply. */
  const pending = new Set<object>()
  const isDisplayed = (): boolean => ctx.router.current.peek()?.view.name === ApproveTransaction.name
  const show = async (): Promise<void> => {
    await afterAnimationFrame()
    if (pending.size === 0 || isDisplayed()) return // the request has ended, or an earlier request has displayed the frame
    beforeDisplay()
    await ctx.router.push(ApproveTransaction)
    if (pending.size === 0) return
    pending.clear()
    await (await channel()).request('RPC_ABORT', undefined)
  }
  return async (request) => {
    const id = {}
    pending.add(id)
    if (pending.size === 1) show().catch(ctx.log.warn)
    try {
      return await request()
    } finally {
      if (pending.delete(id) && pending.size === 0 && isDisplayed()) ctx.router.back()
    }
  }
}
