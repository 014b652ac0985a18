import type { ConnectParams } from '../domain/connections/connector.js'
import { isWalletModalError } from '../errors/errors.js'
import type { OpenOptions, WalletModal } from '../modal/wallet-modal.js'
import { view } from '../plugins/token.js'

/** View with the wallets. A site may lack the plugin of this view, so the view is referenced by name, without an import of the plugin. */
const Connect = view<ConnectParams | undefined>('@wallet-modal/connect#Connect')

/** Opens a view, or the default view if no plugin registers it. */
export async function openOrDefault<P, R>(modal: WalletModal, options: OpenOptions<P, R>): Promise<void> {
  try {
    await modal.open(options)
  } catch (error) {
    if (!isWalletModalError(error) || error.code !== 'UNKNOWN_VIEW') throw error
    await modal.open()
  }
}

/**
 * Opens the modal for one namespace: its account if a wallet is connected, otherwise its wallets. A connected namespace becomes the active one.
 * Without a namespace, opens the default view.
 */
export async function openFor(modal: WalletModal, namespace: string | null): Promise<void> {
  const { active, activate, all } = modal.connections
  if (!namespace) return modal.open()
  if (!all.peek().some((one) => one.namespace === namespace && one.isActive))
    return openOrDefault(modal, { view: Connect, params: { namespace } })
  if (active.peek()?.namespace !== namespace) activate(namespace)
  return modal.open()
}
