// @vitest-environment happy-dom
import { expect, it, vi } from 'vitest'
import { createApp, effectScope, h, nextTick } from 'vue'
import { computed, type ReadonlySignal, signal } from '../index.js'
import { useSignal } from './index.js'

it('a component shows the value of a signal, and the new value when it changes', async () => {
  const count = signal(1)
  const page = document.createElement('div')
  const app = createApp({
    setup() {
      const doubled = useSignal(computed(() => count.value * 2))
      return () => h('p', doubled.value)
    },
  })
  app.mount(page)
  expect(page.textContent).toBe('2')
  count.value = 4
  await nextTick()
  expect(page.textContent).toBe('8')
  app.unmount()
})

it('the ref has the value undefined without a signal', () => {
  const absent: ReadonlySignal<number> | undefined = undefined
  expect(effectScope().run(() => useSignal<number>(absent).value)).toBeUndefined()
})

it('useSignal unsubscribes when its scope is disposed', () => {
  const count = signal(1)
  const scope = effectScope()
  const current = scope.run(() => useSignal(count))
  count.value = 2
  expect(current?.value).toBe(2)
  scope.stop()
  count.value = 3
  expect(current?.value).toBe(2)
})

it('A6: useSignal does not subscribe on a server', () => {
  vi.stubGlobal('window', undefined)
  const subscribe = vi.fn(() => () => {})
  const count: ReadonlySignal<number> = { value: 1, peek: () => 1, subscribe }
  expect(effectScope().run(() => useSignal(count).value)).toBe(1)
  expect(subscribe).not.toHaveBeenCalled()
})
