// @vitest-environment happy-dom
import { act, Component, lazy, memo, type ReactNode, StrictMode, Suspense, useLayoutEffect } from 'react'
import { createRoot } from 'react-dom/client'
import { beforeEach, expect, it, vi } from 'vitest'
import { computed, signal } from '../../signals.js'
import { useTracked, useValue } from './use-value.js'

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
})
async function draw(node: ReactNode): Promise<{ readonly page: HTMLElement; readonly end: () => Promise<void> }> {
  const page = document.createElement('div')
  const root = createRoot(page)
  await act(async () => root.render(node))
  return { page, end: () => act(async () => root.unmount()) }
}

/** Renders the result of a hook. */
const Shown = ({ read }: { readonly read: () => string | number }): ReactNode => <p>{read()}</p>
const ShownOnce = memo(Shown)

class Caught extends Component<{ readonly children: ReactNode }> {
  override state = { failed: false }
  static getDerivedStateFromError = () => ({ failed: true })
  override render(): ReactNode {
    return this.state.failed ? 'caught' : this.props.children
  }
}

it('useValue re-renders when the value changes, also in StrictMode', async () => {
  const count = signal(1)
  const { page, end } = await draw(
    <StrictMode>
      <Shown read={() => useValue(count)} />
    </StrictMode>,
  )
  await act(async () => {
    count.value = 2
  })
  expect(page.textContent).toBe('2')
  await end()
})

it('useValue does not re-render if a computed value stays equal', async () => {
  const count = signal(1)
  const isEven = computed(() => count.value % 2 === 0)
  const drawn = vi.fn()
  const read = (): string => {
    drawn()
    return String(useValue(isEven))
  }
  const { page, end } = await draw(<Shown read={read} />)
  await act(async () => {
    count.value = 3
  })
  expect(drawn).toHaveBeenCalledTimes(1)
  await act(async () => {
    count.value = 4
  })
  expect(page.textContent).toBe('true')
  await end()
})

it('useValue subscribes to the new signal if another signal is passed', async () => {
  const [one, two] = [signal('one'), signal('two')]
  const which = signal(true)
  const read = (): string => useValue(useValue(which) ? one : two)
  const { page, end } = await draw(<ShownOnce read={read} />)
  await act(async () => {
    which.value = false
  })
  await act(async () => {
    two.value = 'changed'
  })
  expect(page.textContent).toBe('changed')
  await end()
})

it('useTracked tracks all signals that a function reads', async () => {
  const [first, last] = [signal('a'), signal('b')]
  const read = (): string => useTracked(() => first.value + last.value)
  const { page, end } = await draw(<Shown read={read} />)
  await act(async () => {
    last.value = 'c'
  })
  expect(page.textContent).toBe('ac')
  await end()
})

it('useValue unsubscribes when the component is unmounted', async () => {
  const watched = vi.fn()
  const count = signal(1, { unwatched: watched })
  const { end } = await draw(<Shown read={() => useValue(count)} />)
  await end()
  expect(watched).toHaveBeenCalled()
})

it('a render that Suspense discards leaves no subscription', async () => {
  const [watched, unwatched] = [vi.fn(), vi.fn()]
  const count = signal(1, { watched, unwatched })
  let load = (): void => undefined
  const Late = lazy(
    () =>
      new Promise<{ readonly default: () => ReactNode }>((resolve) => {
        load = () => resolve({ default: () => 'late' })
      }),
  )
  const { page, end } = await draw(
    <Suspense fallback="loading">
      <Shown read={() => useValue(count)} />
      <Late />
    </Suspense>,
  )
  expect(page.textContent).toBe('loading')
  await act(async () => load())
  expect(page.textContent).toBe('1late')
  await end()
  expect(unwatched).toHaveBeenCalledTimes(watched.mock.calls.length)
})

it('an error of a computed signal is thrown while a component renders the signal, not where a value is written', async () => {
  vi.spyOn(console, 'error').mockReturnValue()
  const count = signal(1)
  const halves = computed(() => {
    if (count.value > 1) throw new Error('too many')
    return count.value / 2
  })
  const { page, end } = await draw(
    <Caught>
      <Shown read={() => useValue(halves)} />
    </Caught>,
  )
  expect(page.textContent).toBe('0.5')
  await act(async () => {
    count.value = 2
  })
  expect(page.textContent).toBe('caught')
  await end()
})

it('a change between rendering and subscribing is not missed', async () => {
  const count = signal(1)
  const { page, end } = await draw(
    <Shown
      read={() => {
        const now = useValue(count)
        useLayoutEffect(() => {
          count.value = 2
        }, [])
        return now
      }}
    />,
  )
  expect(page.textContent).toBe('2')
  await end()
})
