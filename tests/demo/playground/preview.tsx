import {
  accountChanged,
  closed,
  connected,
  disconnected,
  type EventToken,
  networkChanged,
  opened,
  transactionSent,
  transactionSettled,
  type WalletModal,
  type WalletModalError,
} from '@wallet-modal/kernel'
import { useAccount, useNetwork, useWalletModal } from '@wallet-modal/kernel/react'
import { orderSettled } from '@wallet-modal/kernel/transactions'
import { useEffect, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { fromHash, startComposition } from './composition.js'
import type { Setting } from './facts.js'
import { createLiveModal } from './live-modal.js'
import { type FromPreview, isToPreview } from './messages.js'

type Subscribe = (modal: WalletModal, run: (event: string) => void) => () => void

const subscribe =
  <T,>(event: EventToken<T>): Subscribe =>
  (modal, run) =>
    modal.on(event, () => run(event.name))

const reportedEvents: readonly Subscribe[] = [
  subscribe(opened),
  subscribe(closed),
  subscribe(connected),
  subscribe(disconnected),
  subscribe(networkChanged),
  subscribe(accountChanged),
  (modal, run) => modal.on(transactionSent, ({ type }) => run(`${transactionSent.name} ${type}`)),
  subscribe(transactionSettled),
  subscribe(orderSettled),
]

/** The page in the frame: a small site with a modal. The hash of the page's URL contains the modal's configuration. */
export function startPreview(root: Element, setting: Setting): void {
  const start = startComposition(setting)
  const { postToPage, report } = createReporter()
  const draw = createRoot(root)
  const live = createLiveModal(setting, (modal) => {
    report(modal)
    draw.render(<Site modal={modal} />)
  })
  const apply = async (): Promise<void> => {
    const composition = fromHash(location.hash, start)
    document.documentElement.dir = directionOf(composition)
    document.documentElement.lang = composition.locale
    document.documentElement.style.colorScheme = composition.mode === 'auto' ? 'light dark' : composition.mode
    try {
      await live.apply(composition)
    } catch (error) {
      draw.render(<Problem text={error instanceof Error ? error.message : String(error)} />)
      postToPage({ playground: 'state', isOpen: false, address: null, caipNetworkId: null, problems: [String(error)] })
    }
  }
  window.addEventListener('hashchange', () => void apply())
  window.addEventListener('message', ({ data, source, origin }) => {
    if (source === window.parent && origin === location.origin && isToPreview(data)) void live.modal()?.open()
  })
  void apply()
}

const directionOf = ({ direction, locale }: { direction: string; locale: string }): string =>
  direction === 'auto' ? (/^(ar|fa|he|ur)\b/.test(locale) ? 'rtl' : 'ltr') : direction

/** Reports the state and events of a modal to the page that contains the frame. */
function createReporter() {
  const postToPage = (message: FromPreview): void => {
    if (window.parent !== window) window.parent.postMessage(message, location.origin)
  }
  function report(modal: WalletModal): void {
    const state = (): void => {
      const active = modal.connections.active.peek()
      postToPage({
        playground: 'state',
        isOpen: modal.isOpen.peek(),
        address: active?.account.address ?? null,
        caipNetworkId: active?.caipNetworkId ?? null,
        problems: modal.errors.peek().map(({ message }: WalletModalError) => message),
      })
    }
    for (const one of reportedEvents)
      one(modal, (name) => {
        postToPage({ playground: 'event', name })
        state()
      })
    modal.errors.subscribe(state)
    modal.connections.active.subscribe(state)
  }
  return { postToPage, report }
}

function Site({ modal }: { modal: WalletModal }) {
  const { open } = useWalletModal(modal)
  const { address, status } = useAccount(modal)
  const { network } = useNetwork(modal)
  const shown = address ? `${address.slice(0, 6)}…${address.slice(-4)}` : 'Connect wallet'
  return (
    <div className="site">
      <header>
        <span className="site-brand" />
        <button type="button" className="primary" aria-busy={status === 'connecting'} onClick={() => void open()}>
          <bdi>{shown}</bdi>
        </button>
      </header>
      <main>
        <h1>Your site</h1>
        {address ? (
          <p>
            Connected on <strong>{network?.name ?? 'an unknown network'}</strong> as{' '}
            <bdi className="mono">{address}</bdi>
          </p>
        ) : (
          <p>Visitors see the modal on a page like this. Your choices change this modal.</p>
        )}
        <Log modal={modal} />
      </main>
    </div>
  )
}

/** The latest events, the newest first. */
function Log({ modal }: { modal: WalletModal }) {
  const [names, setNames] = useState<readonly string[]>([])
  useEffect(() => {
    const stops = reportedEvents.map((one) =>
      one(modal, (name) => setNames((before) => [name.replace(/^.*#/, ''), ...before].slice(0, 6))),
    )
    return () => {
      for (const stop of stops) stop()
    }
  }, [modal])
  if (names.length === 0) return null
  return (
    <section aria-label="Events">
      <h2>modal.on(…)</h2>
      <ol className="log">
        {names.map((name, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the same event may come twice
          <li key={`${names.length - at}${name}`}>{name}</li>
        ))}
      </ol>
    </section>
  )
}

const Problem = ({ text }: { text: string }) => (
  <div className="site">
    <main>
      <h1>The modal does not start</h1>
      <p className="problem">{text}</p>
      <p>A site with these settings fails with this error when it starts. Change the settings to continue.</p>
    </main>
  </div>
)
