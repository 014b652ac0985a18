import { messageOf, WalletModalError } from '@wallet-modal/kernel'
import type { BitcoinProvider, BitcoinSession, BitcoinWallet, SignedPsbt } from '../contract.js'
import { badAddress, changedPsbt, unsupported } from '../errors.js'
import type { PreparedPsbt } from '../psbt/psbt.js'

/** Signs, and verifies that the wallet signed what was requested. */
async function signPsbt(
  wallet: BitcoinWallet,
  accounts: BitcoinSession['accounts'],
  { psbt, signInputs, broadcast = false }: Parameters<BitcoinProvider['signPsbt']>[0],
): ReturnType<BitcoinProvider['signPsbt']> {
  if (broadcast && !wallet.signAndSend && !wallet.send)
    throw unsupported('send transactions. Sign without "broadcast" and broadcast the transaction yourself')
  const { preparePsbt } = await import('../psbt/psbt.js')
  const prepared = preparePsbt(psbt, { accounts, signInputs })
  const task = { psbt, signInputs: prepared.signInputs }
  if (broadcast && wallet.signAndSend) return checkSent(prepared, await wallet.signAndSend(task))
  const signed = await wallet.signPsbt(task)
  prepared.check(signed)
  if (!broadcast || !wallet.send) return { psbt: signed }
  return checkSent(prepared, { psbt: signed, txid: await wallet.send(prepared.finish(signed)) })
}

/** Verifies a transaction that the wallet has sent. Payments are tracked by id, so the wallet must have returned the id of this transaction. */
function checkSent(prepared: PreparedPsbt, sent: Required<SignedPsbt>): Required<SignedPsbt> {
  const { psbt, txid } = sent
  try {
    prepared.check(psbt)
    const own = prepared.idOf(psbt)
    if (txid.toLowerCase() !== own)
      throw changedPsbt(`it has the id ${txid}, and the signed transaction has the id ${own}.`)
    return sent
  } catch (cause) {
    const message = `${messageOf(cause)} The wallet reported that it sent the transaction ${txid}.`
    throw new WalletModalError('INVALID_DATA', message, { cause })
  }
}

/** Provider for sites, from a wallet of any kind. PSBTs are verified before and after signing. */
export function createProvider(wallet: BitcoinWallet): BitcoinProvider {
  let session: BitcoinSession | null = null

  const requireSession = (): BitcoinSession => {
    if (session) return session
    throw new WalletModalError('NOT_CONNECTED', 'No Bitcoin wallet is connected.')
  }
  return {
    async connect({ silent }) {
      session = await wallet.connect(silent)
      return session
    },
    getAccounts: async () => session?.accounts ?? [],
    async signMessage(request) {
      if (!requireSession().accounts.some(({ address }) => address === request.address))
        throw badAddress('The message is for an address that is not connected.')
      return wallet.signMessage(request)
    },
    signPsbt: async (request) => signPsbt(wallet, requireSession().accounts, request),
    ...(wallet.switchNetwork && {
      switchNetwork: async (caipNetworkId: string) => wallet.switchNetwork?.(caipNetworkId),
    }),
    async disconnect() {
      session = null
      await wallet.disconnect?.()
    },
    watch: (listener) =>
      wallet.watch({
        accounts(accounts) {
          if (session) session = { ...session, accounts }
          listener.accounts(accounts)
        },
        network(caipNetworkId) {
          if (session) session = { ...session, caipNetworkId }
          listener.network(caipNetworkId)
        },
        disconnected() {
          session = null
          listener.disconnected()
        },
      }),
  }
}
