// @vitest-environment happy-dom
import { act, type ReactNode, useRef } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createWalletModal, networkChanged, type WalletModal } from '../../index.js'
import { createFakeNamespace, type FakeNamespace } from '../../testing/fake-namespace.js'
import { useAccount, useConnections, useModalEvent, useNetwork, useProvider, useWallet, useWallets } from '../index.js'

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  localStorage.clear()
})

const roots: Root[] = []
const modals: WalletModal[] = []
afterEach(async () => {
  await act(async () => {
    for (const root of roots.splice(0)) root.unmount()
  })
  for (const modal of modals.splice(0)) modal.dispose()
})

function modalOf(...families: readonly FakeNamespace[]): WalletModal {
  const modal = createWalletModal({
    plugins: families.map(({ plugin }) => plugin()),
    networks: families.flatMap(({ networks }) => networks),
    prefetch: 'never',
    logLevel: 'silent',
  })
  modals.push(modal)
  return modal
}

async function draw(node: ReactNode): Promise<HTMLElement> {
  const page = document.createElement('div')
  const root = createRoot(page)
  roots.push(root)
  await act(async () => root.render(node))
  return page
}

/** Renders the result of a hook, and the number of its calls. */
function Shown({ read }: { readonly read: () => unknown }): ReactNode {
  const count = useRef(0)
  count.current++
  return <p>{`${String(read())} (${count.current})`}</p>
}

interface ListeningProps {
  readonly modal: WalletModal
  readonly hear: (what: string) => unknown
  readonly mark: string
}

function Listening({ modal, hear, mark }: ListeningProps): ReactNode {
  useModalEvent(modal, networkChanged, ({ caipNetworkId }) => void hear(`${mark} ${caipNetworkId}`))
  return null
}

it('useAccount returns the account of the given namespace, or else of the active namespace', async () => {
  const [one, two] = [createFakeNamespace('one'), createFakeNamespace('two')]
  const modal = modalOf(one, two)
  const page = await draw(
    <Shown
      read={() =>
        [useAccount(modal, 'one'), useAccount(modal, 'two'), useAccount(modal)]
          .map(({ address, status }) => address ?? status)
          .join(' ')
      }
    />,
  )
  await act(async () => void (await modal.connections.connect(one.wallet.connector)))
  expect(page.textContent).toContain('fake-1 disconnected fake-1')
  await act(async () => void (await modal.connections.connect(two.other.connector)))
  expect(page.textContent).toContain('fake-1 fake-3 fake-3')
  await act(async () => modal.disconnect('two'))
  expect(page.textContent).toContain('fake-1 disconnected fake-1')
})

it('switching the network re-renders useNetwork, but not useWallet, useProvider and other namespaces', async () => {
  const one = createFakeNamespace('one')
  const modal = modalOf(one)
  await modal.connections.connect(one.wallet.connector)
  const page = await draw(
    <>
      <Shown read={() => useNetwork(modal, 'one').network?.name} />
      <Shown read={() => useWallet(modal)?.name} />
      <Shown read={() => typeof useProvider(modal, 'one')} />
      <Shown read={() => useAccount(modal, 'two').status} />
    </>,
  )
  const texts = (): readonly (string | null)[] => [...page.children].map((part) => part.textContent)
  expect(texts()).toEqual(['one 1 (1)', 'one wallet (1)', 'object (1)', 'disconnected (1)'])
  await act(async () => void (await modal.switchNetwork('one:2')))
  expect(texts()).toEqual(['one 2 (2)', 'one wallet (1)', 'object (1)', 'disconnected (1)'])
})

it('useConnections returns all connections; a change of an inactive connection re-renders no other hook', async () => {
  const one = createFakeNamespace('one')
  const modal = modalOf(one)
  await modal.connections.connect(one.other.connector)
  await modal.connections.connect(one.wallet.connector)
  const page = await draw(
    <>
      <Shown
        read={() =>
          useConnections(modal)
            .map(({ account, isActive }) => `${account.address}${isActive ? '*' : ''}`)
            .join(' ')
        }
      />
      <Shown read={() => useAccount(modal).address} />
      <Shown read={() => useNetwork(modal, 'one').network?.name} />
      <Shown read={() => useWallet(modal)?.name} />
      <Shown read={() => typeof useProvider(modal, 'one')} />
    </>,
  )
  const texts = (): readonly (string | null)[] => [...page.children].map((part) => part.textContent)
  expect(texts()).toEqual(['fake-1* fake-3 (1)', 'fake-1 (1)', 'one 1 (1)', 'one wallet (1)', 'object (1)'])
  await act(async () => one.other.changeAccounts(['fake-9']))
  expect(texts()).toEqual(['fake-1* fake-9 (2)', 'fake-1 (1)', 'one 1 (1)', 'one wallet (1)', 'object (1)'])
  await act(async () => modal.connections.activate('one', 'one-other'))
  expect(texts()[0]).toContain('fake-9* fake-1')
  expect(texts().slice(1)).toEqual(['fake-9 (2)', 'one 1 (1)', 'one other (2)', 'object (2)'])
})

it('useWallets returns all wallets, and connects a wallet without opening the modal', async () => {
  const [one, two] = [createFakeNamespace('one'), createFakeNamespace('two')]
  const modal = modalOf(one, two)
  let connect: ReturnType<typeof useWallets>['connect'] | undefined
  const page = await draw(
    <Shown
      read={() => {
        const found = useWallets(modal)
        connect = found.connect
        return found.wallets.map(({ name }) => name).join(', ')
      }}
    />,
  )
  expect(page.textContent).toContain('one wallet, one other, two wallet, two other')
  await act(async () => void (await connect?.(two.wallet.connector)))
  expect(modal.connections.active.peek()?.connectorName).toBe('two wallet')
  expect(modal.isOpen.peek()).toBe(false)
})

it('useModalEvent calls the latest listener while the component is mounted', async () => {
  const one = createFakeNamespace('one')
  const modal = modalOf(one)
  const heard: string[] = []
  const hear = (what: string): number => heard.push(what)
  const root = createRoot(document.createElement('div'))
  await act(async () => root.render(<Listening modal={modal} hear={hear} mark="a" />))
  await act(async () => root.render(<Listening modal={modal} hear={hear} mark="b" />))
  await modal.connections.connect(one.wallet.connector)
  await act(async () => void (await modal.switchNetwork('one:2')))
  expect(heard).toEqual(['b one:2'])
  await act(async () => root.unmount())
  await modal.switchNetwork('one:1')
  expect(heard).toEqual(['b one:2'])
})
