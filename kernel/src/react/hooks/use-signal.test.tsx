// @vitest-environment happy-dom
import { act, type ReactNode } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { renderToString } from 'react-dom/server'
import { beforeEach, expect, it, vi } from 'vitest'
import { computed, createWalletModal, definePlugin, type ReadonlySignal, signal } from '../../index.js'
import { useSignal } from '../index.js'

interface CounterProps {
  readonly count: ReadonlySignal<number> | undefined
  readonly serverValue?: number
}

const Counter = ({ count, serverValue }: CounterProps): ReactNode => <p>{`${useSignal(count, serverValue)}`}</p>

beforeEach(() => void vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true))

it('useSignal returns the value of a signal of a plugin, and re-renders the component when it changes', async () => {
  const count = signal(1)
  const counter = definePlugin({
    name: '@test/counter',
    kernel: '^0.1',
    setup: () => ({ doubled: computed(() => count.value * 2) }),
  })
  using modal = createWalletModal({ networks: [], plugins: [counter()], prefetch: 'never' })
  const page = document.createElement('div')
  await act(async () => createRoot(page).render(<Counter count={modal.use(counter)?.doubled} />))
  expect(page.textContent).toBe('2')
  await act(async () => {
    count.value = 4
  })
  expect(page.textContent).toBe('8')
})

it('useSignal returns undefined without a signal, and reads a signal that is passed later', async () => {
  const page = document.createElement('div')
  const root = createRoot(page)
  await act(async () => root.render(<Counter count={undefined} />))
  expect(page.textContent).toBe('undefined')
  await act(async () => root.render(<Counter count={signal(3)} />))
  expect(page.textContent).toBe('3')
})

it('useSignal subscribes once while it is passed the same signal, and unsubscribes when the component is removed', async () => {
  const stop = vi.fn()
  const subscribe = vi.fn(() => stop)
  const count: ReadonlySignal<number> = { value: 1, peek: () => 1, subscribe }
  const root = createRoot(document.createElement('div'))
  await act(async () => root.render(<Counter count={count} serverValue={1} />))
  await act(async () => root.render(<Counter count={count} serverValue={2} />))
  expect([subscribe.mock.calls.length, stop.mock.calls.length]).toEqual([1, 0])
  await act(async () => root.unmount())
  expect(stop).toHaveBeenCalledTimes(1)
})

it("A6: hydration matches the server's output, even if the signal has changed", async () => {
  const count = signal(0)
  const markup = renderToString(<Counter count={count} serverValue={0} />)
  expect(markup).toBe('<p>0</p>')
  count.value = 5
  const page = document.createElement('div')
  page.append(document.createRange().createContextualFragment(markup))
  const errors: unknown[] = []
  await act(
    async () =>
      void hydrateRoot(page, <Counter count={count} serverValue={0} />, {
        onRecoverableError: (error) => errors.push(error),
      }),
  )
  expect([errors, page.textContent]).toEqual([[], '5'])
})
