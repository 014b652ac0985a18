import type { NamespaceSession, SessionSupport } from '@wallet-modal/kernel'
import { invalidReply } from '@wallet-modal/kernel/assets'
import { isAddress } from './address.js'
import type { StellarWallet } from './contract.js'
import { noSession } from './errors.js'
import { passphraseOf } from './wallet.js'

const SIGN_MESSAGE = 'stellar_signMessage'
const SIGN_XDR = 'stellar_signXDR'

/** A SEP-43 wallet whose requests go through a session, such as that of WalletConnect. */
function createSessionWallet(session: NamespaceSession, chains: readonly string[]): StellarWallet {
  const activeAccount = () => {
    const { accounts, chains: approved, methods } = session.approved()
    const chain = chains.find((one) => approved.includes(one))
    const account = accounts.find(({ caipNetworkId }) => caipNetworkId === chain)
    if (chain === undefined || !account) throw noSession(session.wallet)
    return { chain, address: account.address, methods }
  }
  return {
    name: session.wallet,
    isAllowed: async () => ({ isAllowed: session.approved().chains.length > 0 }),
    getAddress: async () => ({ address: activeAccount().address }),
    async getNetwork() {
      const { chain } = activeAccount()
      return { network: chain, networkPassphrase: passphraseOf(chain) }
    },
    async signMessage(message, { address }) {
      const { chain, methods } = activeAccount()
      if (!methods.includes(SIGN_MESSAGE)) throw noSession(session.wallet)
      const answer: unknown = await session.request(chain, SIGN_MESSAGE, { message })
      const { signature }: { readonly signature?: unknown } = Object(answer)
      if (typeof signature !== 'string') throw invalidReply(SIGN_MESSAGE, 'a signature')
      return { signedMessage: signature, signerAddress: address }
    },
    async signTransaction(xdr) {
      const { chain, methods } = activeAccount()
      if (!methods.includes(SIGN_XDR)) throw noSession(session.wallet)
      const answer: unknown = await session.request(chain, SIGN_XDR, { xdr })
      const { signedXDR }: { readonly signedXDR?: unknown } = Object(answer)
      if (typeof signedXDR !== 'string') throw invalidReply(SIGN_XDR, 'a transaction')
      return { signedTxXdr: signedXDR }
    },
    watch(changed) {
      session.listen({ changed, event: changed, ended: changed })
      return () => undefined
    },
  }
}

/** Support for Stellar in multi-namespace sessions, with the Stellar methods of WalletConnect. */
export const sessionSupport: SessionSupport = {
  methods: [SIGN_MESSAGE, SIGN_XDR, 'stellar_signAndSubmitXDR'],
  events: [],
  isAddress,
  isReference: (reference) => reference === 'pubnet' || reference === 'testnet',
  createProvider: createSessionWallet,
}
