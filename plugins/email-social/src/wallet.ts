import { type Context, lazyOnce, type ProviderRequest, type ReadonlySignal, type Signal } from '@wallet-modal/kernel'
import type { EmailSocialUser } from './contract.js'
import type { FrameChannel } from './frame-channel.js'
import { createFrameLoader } from './frame-element.js'
import type { ReplyPayload, RequestPayload, WalletAccountType } from './frame-messages.js'
import { followTheme, themeOf } from './frame-theme.js'
import { createAccountReads } from './login/account-reads.js'
import { activateOtherWallets, createMissingLogin, isOtherWalletActive } from './login/login-connections.js'
import { createSignOut, END_MS, type SignOut } from './login/sign-out.js'
import { watchLogin } from './login/watch-login.js'
import { createApprovals, createProvider, type ShowFrameFor } from './providers/evm-provider.js'
import type { SolanaWalletHandle, SolanaWalletOptions } from './providers/solana-wallet.js'
import { createUserState } from './user-state.js'
import { offerSettings, type SmartAccountChoice } from './wallet-settings.js'

type User = ReplyPayload<'GET_USER'>

/** The page's side of the embedded wallet: login, account and providers. Its methods send messages to the frame. */
export interface EmbeddedWallet extends SignOut {
  /** The account's email address; `null` while nobody is logged in, or for a social login. */
  readonly email: ReadonlySignal<string | null>
  /** Account type and smart account contract. `null` while nobody is logged in, or if the gateway has no smart accounts. */
  readonly smartAccount: ReadonlySignal<SmartAccountChoice | null>
  /** Stores the account type in this browser. The address stays the same. */
  setAccountType(type: WalletAccountType): Promise<void>
  /** Contract that the account delegates to on a chain; `null` for none. */
  delegate(chainId: number): Promise<string | null>
  /** Removes the account's delegation on a chain after the visitor's approval in the frame. Resolves with the hash once the transaction is sent. */
  removeDelegation(chainId: number): Promise<string>
  /** Requests a mail with a login code, or with a link if this browser is not registered for the address. */
  requestCode(email: string): Promise<ReplyPayload<'CONNECT_EMAIL'>>
  /** Resolves when the visitor has approved the login through the mailed link. */
  finishDevice(): Promise<ReplyPayload<'CONNECT_DEVICE'>>
  /** Submits the login code. */
  verifyCode(otp: string): Promise<ReplyPayload<'CONNECT_OTP'>>
  /**
   * Starts a change of the email address: the visitor approves the new address in the frame, then a code is sent. A repeated call with the same
   * address sends another code without another approval. `isResend`: rejects with the reason `CHANGE_EXPIRED` if an approval is needed, for example
   * because the change has expired.
   */
  updateEmail(email: string, options?: { readonly isResend: true }): Promise<ReplyPayload<'UPDATE_EMAIL'>>
  /** Submits the code of the old address. Then a code is sent to the new address. */
  verifyOldEmail(otp: string): Promise<ReplyPayload<'UPDATE_EMAIL_PRIMARY_OTP'>>
  /** Submits the code of the new address, and changes the account's email address. */
  verifyNewEmail(otp: string): Promise<void>
  /** Rejects pending approvals in the frame, and ends pending logins. */
  abort(): Promise<void>
  /** Registers a social login with the frame and the gateway. Call it after the click handler has opened the login window. */
  beginSocial(start: RequestPayload<'GET_SOCIAL_REDIRECT_URI'>): Promise<void>
  /** Logs in with the result of the login window. */
  finishSocial(answer: RequestPayload<'CONNECT_SOCIAL'>): Promise<ReplyPayload<'CONNECT_SOCIAL'>>
  /** Starts a Farcaster login. Resolves with the link for the Farcaster app. */
  beginFarcaster(): Promise<string>
  /** Resolves when the visitor has approved the login in the Farcaster app. */
  finishFarcaster(): Promise<ReplyPayload<'CONNECT_FARCASTER'>>
  /** Cancels {@link finishFarcaster}. */
  abortFarcaster(): Promise<void>
  /** Reads the account from the frame. Before that, the frame lets the visitor create or recover the key if necessary. */
  loadUser(): Promise<User>
  /** Sends the modal's colour mode, accent colour and language to the frame. */
  syncTheme(): void
  /**
   * EIP-1193 provider for EVM networks, Wallet Standard wallet for Solana. `null` if nobody is logged in, or if the gateway serves none of the
   * requested Solana networks.
   */
  provider(request: Pick<ProviderRequest, 'namespace' | 'networks' | 'silent'>): Promise<object | null>
}

/** Time limit of requests that do not wait for the visitor. */
const REQUEST_MS = 30_000

interface EmbeddedWalletOptions {
  /** Receives the logged-in user. */
  readonly publicUser: Signal<EmailSocialUser | null>
  /** Origin of the frame. */
  readonly origin: string
  /** Account type of visitors who have not chosen one. */
  readonly defaultType: WalletAccountType
}

export function createEmbeddedWallet(ctx: Context, options: EmbeddedWalletOptions): EmbeddedWallet {
  const { publicUser, origin, defaultType } = options
  const { email, smartAccount, isLoggedIn, user, setUser, generation } = createUserState(ctx, publicUser)
  /** EVM chain of the provider; 0 until the provider is requested. */
  const chainId = { value: 0 }
  /** Disconnects EVM networks and Solana, because one login has an account on each. */
  const emitDisconnected = (): void => {
    provider.accountsChanged([])
    solana.disconnected()
  }
  const onEnded = (): void => {
    if (!user()) return
    setUser(null)
    ctx.toast.error(() => ctx.t('login.ended'))
    activateOtherWallets(ctx)
    emitDisconnected()
  }
  const missingLogin = createMissingLogin(ctx)
  const channel = openChannel(ctx, origin, onEnded)
  /** Disconnects the account of the earlier login. Replaces it where another wallet is active: the new login may not connect there. */
  const replaceEarlier = ({ address }: User): void => {
    provider.accountsChanged(isOtherWalletActive(ctx, 'eip155') ? [address] : [])
    if (isOtherWalletActive(ctx, 'solana')) solana.replaceAccount()
    else solana.disconnected()
  }
  const reads = createAccountReads({ channel, user, setUser, generation, defaultType, replaceEarlier })
  const { syncTheme, abort } = frameMessages(ctx, channel)
  const signOutDependencies = { channel, user, setUser, emitDisconnected, missingLogin, hasLoginOf: reads.hasLoginOf }
  const { signOut, abandonLogin } = createSignOut(ctx, signOutDependencies)
  offerSettings(ctx, { email, smartAccount, isLoggedIn, channel, abort, beforeDisplay: syncTheme })
  const showFrameFor = createApprovals({ ctx, channel, beforeDisplay: syncTheme })
  const provider = createProvider({
    ...{ ctx, channel, chainId, signOut, showFrameFor },
    user: reads.restore,
    accountType: () => smartAccount.peek()?.type ?? 'eoa',
  })
  const solana = lazySolanaWallet({ channel, showFrameFor, signOut })
  return {
    ...{ email, smartAccount, loadUser: reads.loadUser, signOut, abandonLogin, syncTheme, abort },
    ...delegationMessages({ channel, showFrameFor, address: () => user()?.address }),
    ...loginMessages(channel, abort),
    ...emailChangeMessages({ channel, user, setUser }),
    async setAccountType(newType) {
      const { type, address } = await (await channel()).request('SET_PREFERRED_ACCOUNT', { type: newType }, REQUEST_MS)
      const current = user()
      if (current?.address === address && smartAccount.peek())
        provider.accountsChanged([setUser({ ...current, preferredAccountType: type }).address])
    },
    async provider({ namespace, networks, silent }) {
      const restored = await reads.restore()
      if (!restored) {
        if (silent) missingLogin.forget(namespace)
        return null
      }
      if (namespace === 'solana') return solana.wallet(chooseSolana(restored, networks))
      chainId.value = chooseChain(restored, [chainId.value, ...networks.map(({ reference }) => Number(reference))])
      return provider
    },
  }
}

/** First of `preferred` that the gateway serves; otherwise the chain that the frame returned. */
const chooseChain = ({ chains, chainId }: User, preferred: readonly number[]): number =>
  preferred.find((id) => chains.includes(id)) ?? chainId

const chooseSolana = ({ solanaNetworks }: User, networks: ProviderRequest['networks']): readonly string[] =>
  networks.map(({ caipNetworkId }) => caipNetworkId).filter((id) => solanaNetworks.includes(id))

/** Channel to the frame, opened on first use. Resolves once the frame has the site's name and theme. */
const openChannel = (ctx: Context, origin: string, onEnded: () => void): (() => Promise<FrameChannel>) => {
  const open = createFrameLoader(ctx, origin)
  return lazyOnce(async () => {
    const link = watchLogin(await open(), onEnded)
    const { name } = ctx.site.metadata
    const projectId = ctx.site.projectId
    const payload = { metadata: { name, url: location.origin }, ...(projectId !== undefined && { projectId }) }
    await link.request('SYNC_DAPP_DATA', payload, REQUEST_MS)
    await link.request('SYNC_THEME', themeOf(ctx), REQUEST_MS) // sets the language of error messages
    followTheme(ctx, () => void link.request('SYNC_THEME', themeOf(ctx), REQUEST_MS).catch(ctx.log.warn))
    return link
  })
}

/** Messages for theme and cancellation. */
const frameMessages = (ctx: Context, channel: () => Promise<FrameChannel>) => ({
  syncTheme(): void {
    channel()
      .then((link) => link.request('SYNC_THEME', themeOf(ctx), REQUEST_MS))
      .catch(ctx.log.warn)
  },
  async abort(): Promise<void> {
    await (await channel()).request('RPC_ABORT', undefined, END_MS)
  },
})

interface EmailChangeDependencies {
  channel(): Promise<FrameChannel>
  user(): User | null
  setUser(user: User): void
}

/** Messages that change the email address. */
const emailChangeMessages = ({
  channel,
  user,
  setUser,
}: EmailChangeDependencies): Pick<EmbeddedWallet, 'updateEmail' | 'verifyOldEmail' | 'verifyNewEmail'> => ({
  updateEmail: async (email, options) =>
    (await channel()).request('UPDATE_EMAIL', { email, ...options }, options?.isResend && REQUEST_MS),
  verifyOldEmail: async (otp) => (await channel()).request('UPDATE_EMAIL_PRIMARY_OTP', { otp }, REQUEST_MS),
  async verifyNewEmail(otp) {
    const address = user()?.address
    const { newEmail } = await (await channel()).request('UPDATE_EMAIL_SECONDARY_OTP', { otp }, REQUEST_MS)
    const current = user()
    if (current && current.address === address) setUser({ ...current, email: newEmail })
  },
})

/** Messages for logins. */
const loginMessages = (
  channel: () => Promise<FrameChannel>,
  abort: () => Promise<void>,
): Pick<
  EmbeddedWallet,
  | ('requestCode' | 'finishDevice' | 'verifyCode')
  | ('beginSocial' | 'finishSocial' | 'beginFarcaster' | 'finishFarcaster' | 'abortFarcaster')
> => ({
  requestCode: async (email) => (await channel()).request('CONNECT_EMAIL', { email }, REQUEST_MS),
  finishDevice: async () => (await channel()).request('CONNECT_DEVICE', undefined),
  verifyCode: async (otp) => (await channel()).request('CONNECT_OTP', { otp }, REQUEST_MS),
  beginSocial: async (start) => {
    await (await channel()).request('GET_SOCIAL_REDIRECT_URI', start, REQUEST_MS)
  },
  finishSocial: async (answer) => (await channel()).request('CONNECT_SOCIAL', answer, REQUEST_MS),
  beginFarcaster: async () => (await (await channel()).request('GET_FARCASTER_URI', undefined, REQUEST_MS)).url,
  finishFarcaster: async () => (await channel()).request('CONNECT_FARCASTER', undefined),
  abortFarcaster: abort,
})

/** Solana wallet, created on first use. */
function lazySolanaWallet(options: Omit<SolanaWalletOptions, 'networks'>): {
  /** `null` if `networks` is empty. Later calls ignore `networks` and return the wallet of the first call. */
  wallet(networks: readonly string[]): Promise<object | null>
  replaceAccount(): void
  disconnected(): void
} {
  let solanaWallet: SolanaWalletHandle | undefined
  return {
    async wallet([first, ...others]) {
      if (first === undefined) return null
      const { createSolanaWallet } = await import('./providers/solana-wallet.js')
      solanaWallet ??= createSolanaWallet({ ...options, networks: [first, ...others] })
      return solanaWallet.wallet
    },
    replaceAccount: () => void solanaWallet?.replaceAccount(),
    disconnected: () => solanaWallet?.disconnected(),
  }
}

interface DelegationDependencies {
  readonly channel: () => Promise<FrameChannel>
  readonly showFrameFor: ShowFrameFor
  address(): string | undefined
}

/** Messages for the account's delegation (EIP-7702). */
const delegationMessages = ({
  channel,
  showFrameFor,
  address,
}: DelegationDependencies): Pick<EmbeddedWallet, 'delegate' | 'removeDelegation'> => ({
  async delegate(chainId) {
    const payload = { method: 'eth_getCode', params: [address(), 'latest'], chainId }
    const code = await (await channel()).request('RPC_REQUEST', payload, REQUEST_MS)
    return typeof code === 'string' && /^0xef0100[\da-f]{40}$/i.test(code) ? `0x${code.slice(8)}` : null
  },
  async removeDelegation(chainId) {
    return (await showFrameFor(async () => (await channel()).request('REMOVE_DELEGATION', { chainId }))).hash
  },
})
