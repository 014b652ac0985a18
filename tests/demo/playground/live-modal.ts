import { createWalletModal, type Theme, type WalletModal } from '@wallet-modal/kernel'
import type { Composition } from './composition.js'
import { SANDBOX, type Setting } from './facts.js'

/** A modal whose configuration is kept equal to a composition. */
export interface LiveModal {
  readonly modal: () => WalletModal | undefined
  /**
   * Changes the theme and the language of the modal in place. If the name, the project id, the networks or the plugins have changed, disposes of the
   * modal and creates a new one, which is opened if the old one was open. Of overlapping calls, the latest wins. Rejects with the error of
   * `createWalletModal`.
   */
  apply(composition: Composition): Promise<void>
}

/** The part of a composition whose changes require a new modal. */
const structureOf = ({ name, projectId, networks, plugins }: Composition): string =>
  JSON.stringify({ name, projectId, networks, plugins })

const themeOf = ({ mode, tokens }: Composition): Theme => ({ ...tokens, mode })

/** `onModal` is called with each new modal before it opens. */
export function createLiveModal(setting: Setting, onModal: (modal: WalletModal) => void): LiveModal {
  let modal: WalletModal | undefined
  let structure: string | undefined
  let latest = 0

  async function rebuild(composition: Composition, turn: number): Promise<void> {
    const entries = Object.entries(composition.plugins).filter(([name]) => setting.load[name])
    const plugins = await Promise.all(
      entries.map(async ([name, options]) => {
        const create = await setting.load[name]?.()
        return create?.(name === SANDBOX ? { url: setting.sandboxUrl ?? '', ...options } : options)
      }),
    )
    if (turn !== latest) return
    const wasOpen = modal?.isOpen.peek() ?? false
    modal?.dispose()
    modal = undefined
    structure = undefined
    modal = createWalletModal({
      metadata: { name: composition.name },
      ...(composition.projectId && { projectId: composition.projectId }),
      networks: networksOf(composition, setting),
      locale: composition.locale,
      theme: themeOf(composition),
      plugins: plugins.filter((plugin) => plugin !== undefined),
      id: 'playground',
    })
    structure = structureOf(composition)
    onModal(modal)
    if (wasOpen) await reopen(modal, () => turn === latest)
  }

  return {
    modal: () => modal,
    async apply(composition) {
      const turn = ++latest
      if (structure !== structureOf(composition)) return rebuild(composition, turn)
      modal?.setTheme(themeOf(composition))
      modal?.setLocale(composition.locale)
    },
  }
}

const RECONNECT_MS = 3000

/** Opens the modal after stored connections are restored, so that the modal shows the right view. Waits at most {@link RECONNECT_MS}. */
async function reopen(modal: WalletModal, isCurrent: () => boolean): Promise<void> {
  const deadline = Date.now() + RECONNECT_MS
  await pause(0) // the modal starts to reconnect in a task after its creation
  while (modal.connections.status.peek() === 'reconnecting' && Date.now() < deadline) await pause(20)
  if (isCurrent()) void modal.open()
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

const networksOf = ({ networks, plugins }: Composition, setting: Setting) =>
  setting.plugins
    .filter(({ name }) => plugins[name])
    .flatMap((plugin) => plugin.networks)
    .filter(({ caipNetworkId }) => networks.includes(caipNetworkId))
