import { expect, it } from 'vitest'
import { deferredStyles } from './deferred-styles.js'
import { styles } from './styles.js'

it('M3: a pinch zooms the page while the modal is open', () => {
  const actions = [...styles.matchAll(/touch-action:([^;}]*)/g)].map(([, value]) => value)
  expect(actions.length).toBeGreaterThan(2)
  for (const action of actions) expect(action).toMatch(/manipulation|pinch-zoom/)
})

it('M4: an empty note stays in the accessibility tree, so that screen readers announce its first text', () => {
  expect(deferredStyles).toMatch(/\.wm-note:empty\{/)
  expect(deferredStyles).not.toMatch(/\.wm-note:empty\{[^}]*display:none/)
})
