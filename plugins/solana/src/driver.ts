import {
  authenticator,
  type Context,
  type HandshakeRequest,
  type NamespaceDriver,
  type Transactions,
  WalletModalError,
} from '@wallet-modal/kernel'
import { historySources, sendHandlers, tokenSources } from '@wallet-modal/kernel/assets'
import { readBalance } from './assets/balance.js'
import { createTokenSource } from './assets/source.js'
import { isAllowed } from './chains.js'
import type { SolanaWallet } from './contract.js'
import { isRejection } from './errors.js'
import { createHistorySource } from './history/source.js'
import { createSendHandler } from './send/handler.js'
import { createWalletAccess, type SigningFunctions } from './transactions/wallet-access.js'
import { accountOf, parseAccounts, toAccounts, type WalletAccount } from './wallets/accounts.js'
import { type ChosenNetwork, createChosenNetwork } from './wallets/chosen-network.js'
import { parseProvider } from './wallets/parse-provider.js'
import { signMessage } from './wallets/sign-message.js'
import { watchProvider } from './wallets/watch-provider.js'

/** Connects, and resolves to the authorized accounts. `signedIn`: account that `solana:signIn` returned; the result lists it first. */
async function requestAccounts(
  wallet: SolanaWallet,
  silent: boolean,
  signedIn: WalletAccount | null,
): Promise<readonly WalletAccount[]> {
  const feature = wallet.features['standard:connect']
  const name = 'standard:connect'
  if (!signedIn) {
    const answer: unknown = await (silent ? feature.connect({ silent: true }) : feature.connect())
    return parseAccounts(Object(answer).accounts, name)
  }
  const answer: unknown = await feature.connect({ silent: true })
  const others = parseAccounts(Object(answer).accounts, name)
  return [
    others.find(({ address }) => address === signedIn.address) ?? signedIn,
    ...others.filter(({ address }) => address !== signedIn.address),
  ]
}

/** Imports the code for transactions. Defined in this module, so that bundlers put shared code into the chunk of the driver. */
export const loadTransactions = async (ctx: Context, functions: SigningFunctions): Promise<Transactions> =>
  (await import('./transactions/driver.js')).createSolanaTransactions(ctx, createWalletAccess(functions))

/** Connects and signs in with one approval, on the requested network. `null` if the wallet still has to connect. */
async function connectBySigningIn(
  ctx: Context,
  { wallet, networkOf }: { readonly wallet: SolanaWallet; readonly networkOf: ChosenNetwork['networkOf'] },
  { caipNetworkId: requested, signal }: HandshakeRequest,
): Promise<WalletAccount | null> {
  const signer = ctx.maybe(authenticator)
  if (!signer || !('solana:signIn' in wallet.features)) return null
  const caipNetworkId = networkOf(wallet.chains, requested)
  if (requested !== undefined && requested !== caipNetworkId) return null
  const { connectAndSignIn } = await import('./wallets/sign-in.js')
  return connectAndSignIn(wallet, { caipNetworkId, authenticator: signer, signal }).catch((error: unknown) => {
    if (isRejection(error)) throw error
    ctx.log.warn('the wallet did not sign in while connecting', error) // accounts of hardware wallets often cannot sign messages
    return null
  })
}

/** Driver for Wallet Standard wallets. */
export function createDriver(ctx: Context, functions: SigningFunctions): NamespaceDriver<SolanaWallet> {
  const wallets = createWalletAccess(functions)
  const chosenNetwork = createChosenNetwork(ctx)
  ctx.add(sendHandlers, createSendHandler(ctx, wallets))
  ctx.add(historySources, createHistorySource(ctx))
  ctx.add(tokenSources, createTokenSource(ctx))
  return {
    namespace: 'solana',
    parseProvider,
    isRejection,
    async connect(wallet, request) {
      const { silent, caipNetworkId, signal } = request
      wallets.remember(wallet)
      const signedIn = silent
        ? null
        : await connectBySigningIn(ctx, { wallet, networkOf: chosenNetwork.networkOf }, request)
      if (signal.aborted) return null // the visitor has cancelled: the wallet must not prompt
      const accounts = await requestAccounts(wallet, silent, signedIn)
      wallets.remember(wallet) // some wallets set their features only after connecting
      if (!silent) chosenNetwork.forget() // the network that the visitor chose in an earlier connection does not apply to a new one
      const [first] = accounts
      if (!first) return null
      const preferred = silent ? (caipNetworkId ?? chosenNetwork.get()) : null
      return { accounts: toAccounts(accounts), caipNetworkId: chosenNetwork.networkOf(first.chains, preferred) }
    },
    watch: (wallet, listener) => watchProvider({ ctx, chosenNetwork, wallet, listener }),
    async switchNetwork(wallet, network) {
      const connection = ctx.connections.all.peek().find((one) => one.isActive && one.provider === wallet)
      const address = connection?.account.address ?? wallet.accounts[0]?.address
      if (!isAllowed(accountOf(wallet, address ?? '').chains, network.caipNetworkId)) {
        throw new WalletModalError(
          'SWITCH_FAILED',
          `The wallet does not offer ${network.name} for this account. Enable this network in the wallet, or use another account.`,
        )
      }
      chosenNetwork.choose(network.caipNetworkId)
    },
    async revoke(wallet) {
      chosenNetwork.forget()
      await wallet.features['standard:disconnect']?.disconnect()
    },
    signMessage,
    balance: (account, network, signal) => readBalance(ctx, account, network, signal),
    parseAddress: async (text) => (await import('./address.js')).parseSolanaAddress(text),
  }
}
