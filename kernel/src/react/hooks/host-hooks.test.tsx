// @vitest-environment happy-dom
import { act, type ReactNode, StrictMode } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { renderToString } from 'react-dom/server'
import { beforeEach, expect, it, vi } from 'vitest'
import { createWalletModal, definePlugin, lazyView, openingViews, view } from '../../index.js'
import { createFakeModal } from '../../modal/fake-modal.test.fixtures.js'
import { inlineUi } from '../../testing/inline-ui.js'
import { InitialStateProvider, useAccount, useConnections, useNetwork, useProvider, useWalletModal } from '../index.js'

const Home = view('@test/hooks#Home')
const plugin = definePlugin({
  name: '@test/hooks',
  kernel: '^0.1',
  ...inlineUi({ views: [lazyView(Home, async () => ({ default: () => <p>home</p> }), {})] }),
  setup(ctx) {
    ctx.add(openingViews, { view: Home, when: () => true })
  },
})

const provider = { request: () => Promise.resolve(null) }
const account = { address: '0xAb', type: 'eoa' } as const
/** Connection on a network that the site does not list. */
const live = { provider, account, accounts: [account], network: undefined }

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
})
async function draw(node: ReactNode): Promise<HTMLElement> {
  const page = document.createElement('div')
  await act(async () => createRoot(page).render(<StrictMode>{node}</StrictMode>))
  return page
}

/** Renders the result of a hook. */
const Shown = ({ read }: { readonly read: () => string | number }): ReactNode => <p>{read()}</p>

it('useAccount returns the account, and re-renders only when it changes', async () => {
  const { modal, set } = createFakeModal()
  const drawn = vi.fn()
  const read = (): string | number => {
    const { status, address, connectorName } = useAccount(modal)
    drawn()
    return [status, address, connectorName].join(' ')
  }
  const page = document.createElement('div')
  await act(async () => createRoot(page).render(<Shown read={read} />))
  await act(async () => set(live))
  expect(page.textContent).toBe('connected 0xAb Zephyr')
  const before = drawn.mock.calls.length
  await act(async () => set({ ...live, provider: {} }))
  expect(drawn).toHaveBeenCalledTimes(before)
  await act(async () => set(null))
  expect(page.textContent).toBe('disconnected  ')
})

it('useNetwork distinguishes an unsupported network from no network', async () => {
  const { modal, set } = createFakeModal()
  const read = (): string | number => {
    const { network, supported } = useNetwork(modal)
    return `${network?.name ?? 'none'} ${supported}`
  }
  const page = await draw(<Shown read={read} />)
  expect(page.textContent).toBe('none true')
  await act(async () => set(live))
  expect(page.textContent).toBe('none false')
})

it('useProvider returns the provider of the given namespace', async () => {
  const { modal, set } = createFakeModal()
  const seen: unknown[] = []
  const read = (): string | number => {
    seen.push(useProvider<typeof provider>(modal, 'eip155'))
    return useConnections(modal).length
  }
  const page = await draw(<Shown read={read} />)
  await act(async () => set(live))
  expect(seen.at(-1)).toBe(provider)
  expect(page.textContent).toBe('1')
})

it('A6: hooks render "disconnected" on a server, and hydration matches even if a wallet is connected', async () => {
  const { modal, set } = createFakeModal()
  const read = (): string =>
    `${useAccount(modal).status} ${useNetwork(modal).supported} ${useConnections(modal).length}`
  const page = document.createElement('div')
  const markup = renderToString(<Shown read={read} />)
  expect(markup).toBe('<p>disconnected true 0</p>')
  page.append(document.createRange().createContextualFragment(markup))
  set(live)
  const errors: unknown[] = []
  await act(
    async () => void hydrateRoot(page, <Shown read={read} />, { onRecoverableError: (error) => errors.push(error) }),
  )
  expect(errors).toEqual([])
  expect(page.textContent).toBe('connected false 1')
})

it('useWalletModal opens and closes the modal, and returns whether it is open', async () => {
  using modal = createWalletModal({ plugins: [plugin()], prefetch: 'never', logLevel: 'silent' })
  let hook: ReturnType<typeof useWalletModal> | undefined
  const read = (): string | number => {
    hook = useWalletModal(modal)
    return String(hook.isOpen)
  }
  const page = await draw(<Shown read={read} />)
  expect(page.textContent).toBe('false')
  await act(async () => void hook?.open())
  expect(page.textContent).toBe('true')
  await act(async () => void hook?.close())
  expect(page.textContent).toBe('false')
})

it('useWalletModal re-renders only components that read isOpen; handlers read the current value', async () => {
  using modal = createWalletModal({ plugins: [plugin()], prefetch: 'never', logLevel: 'silent' })
  const hooks = new Set<ReturnType<typeof useWalletModal>>()
  let drawn = 0
  const read = (): string => {
    hooks.add(useWalletModal(modal))
    drawn++
    return ''
  }
  await draw(<Shown read={read} />)
  const before = drawn
  await act(async () => void modal.open())
  expect(drawn).toBe(before)
  const told = (): readonly boolean[] => [...new Set([...hooks].map(({ isOpen }) => isOpen))]
  expect(told()).toEqual([true])
  await act(async () => void modal.close())
  expect(told()).toEqual([false])
})

it("A6: useWalletModal: hydration matches the server's output even if the modal is already open", async () => {
  using modal = createWalletModal({ plugins: [plugin()], prefetch: 'never', logLevel: 'silent' })
  const read = (): string => String(useWalletModal(modal).isOpen)
  const page = document.createElement('div')
  page.append(document.createRange().createContextualFragment(renderToString(<Shown read={read} />)))
  expect(page.textContent).toBe('false')
  await act(async () => void modal.open())
  const errors: unknown[] = []
  await act(
    async () => void hydrateRoot(page, <Shown read={read} />, { onRecoverableError: (error) => errors.push(error) }),
  )
  expect(errors).toEqual([])
  expect(page.textContent).toBe('true')
  await act(async () => void modal.close())
  expect(page.textContent).toBe('false')
})

const remembered = {
  namespace: 'eip155',
  address: '0xAb',
  type: 'eoa',
  caipNetworkId: 'eip155:1',
  connectorId: 'io.zephyr',
  connectorName: 'Zephyr',
} as const

it('useAccount returns the account of the initial state until the wallet has replied', async () => {
  const { modal, set, wait } = createFakeModal({ networks: [] })
  const seen: string[] = []
  const read = (): string => {
    const { status, address } = useAccount(modal)
    const { status: other } = useAccount(modal, 'solana')
    const { supported } = useNetwork(modal)
    seen.push(`${status} ${address} ${other} ${supported}`)
    return address ?? 'nobody'
  }
  const whole = (
    <InitialStateProvider state={[remembered]}>
      <Shown read={read} />
    </InitialStateProvider>
  )
  const markup = renderToString(whole)
  expect(markup).toBe('<p>0xAb</p>')
  const page = document.createElement('div')
  page.append(document.createRange().createContextualFragment(markup))
  wait()
  await act(async () => void hydrateRoot(page, whole))
  expect(new Set(seen)).toEqual(new Set(['reconnecting 0xAb disconnected false']))
  await act(async () => set(live))
  expect(seen.at(-1)).toBe('connected 0xAb disconnected false')
  await act(async () => set(null))
  expect([seen.at(-1), page.textContent]).toEqual(['disconnected undefined disconnected true', 'nobody'])
  // another wallet, which was connected in another tab
  await act(async () => wait('io.other'))
  expect([seen.at(-1), page.textContent]).toEqual(['reconnecting undefined disconnected true', 'nobody'])
})
