import { messageOf, WalletModalError } from '@wallet-modal/kernel'
import type { BitcoinProvider, BitcoinSession, BitcoinWallet, SignedPsbt } from '../contract.js'
import { badAddress, changedPsbt, unsupported } from '../errors.js'

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
  /** Payments are tracked by id, so the wallet must return the id of this transaction. */
  const checkId = ({ psbt: signed, txid }: Required<SignedPsbt>): void => {
    const own = prepared.idOf(signed)
    if (txid.toLowerCase() !== own) throw changedPsbt(`the transaction has the id ${own}.`)
  }
  if (broadcast && wallet.signAndSend) {
    const sent = await wallet.signAndSend(task)
    try {
      prepared.check(sent.psbt)
      checkId(sent)
    } catch (cause) {
      const message = `${messageOf(cause)} The wallet sent the transaction ${sent.txid}.`
      throw new WalletModalError('INVALID_DATA', message, { cause })
    }
    return sent
  }
  const signed = await wallet.signPsbt(task)
  prepared.check(signed)
  if (!broadcast || !wallet.send) return { psbt: signed }
  const sent = { psbt: signed, txid: await wallet.send(prepared.finish(signed)) }
  checkId(sent)
  return sent
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
    ...(wallet.switchNetwork && { switchNetwork: wallet.switchNetwork }),
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
