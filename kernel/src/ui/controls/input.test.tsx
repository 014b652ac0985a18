// @vitest-environment happy-dom
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { expect, test, vi } from 'vitest'
import { UiContext } from '../../react/dialog/ui-context.js'
import { Input } from './input.js'

test.each([
  [true, 0],
  [false, 1],
])('with readOnly %s, Enter calls onEnter %i times', (readOnly, calls) => {
  const onEnter = vi.fn()
  const container = document.body.appendChild(document.createElement('div'))
  const root = createRoot(container)
  flushSync(() =>
    root.render(
      <UiContext value={null}>
        <Input
          label="Name"
          value="zoe"
          clearLabel="Clear"
          onChange={() => undefined}
          onEnter={onEnter}
          readOnly={readOnly}
        />
      </UiContext>,
    ),
  )
  const input = container.querySelector('input')
  input?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }))
  expect([input?.readOnly, input?.disabled]).toEqual([readOnly, false])
  expect(onEnter).toHaveBeenCalledTimes(calls)
  expect(container.querySelectorAll('button')).toHaveLength(calls)
  root.unmount()
  container.remove()
})
