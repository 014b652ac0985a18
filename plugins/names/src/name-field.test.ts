import { signal } from '@wallet-modal/kernel'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import RegisterAccountNameView from './views/register-account-name-view.js'

/** HTML of the form for a free name. */
function formWhile(registration: string): string {
  const form = { text: signal('zoey'), check: signal({ status: 'free', name: 'zoey.reown.id' }) }
  const model = {
    ...{ form, registration: signal(registration), isSupported: signal(true), own: signal({ status: 'none' }) },
    ...{ ownKey: signal(''), problem: signal(null), zone: 'reown.id' },
  }
  const ctx = { t: (key: string) => key, connections: { active: signal({}) } }
  const props = { model, ctx } as unknown as Parameters<typeof RegisterAccountNameView>[0]
  return renderToStaticMarkup(createElement(RegisterAccountNameView, props))
}

it('the field of the name keeps the focus while the name is registered: it is read-only, not disabled', () => {
  for (const registration of ['signing', 'submitting']) {
    expect(formWhile(registration)).toMatch(/<input[^>]* readOnly=""/i)
    expect(formWhile(registration)).not.toMatch(/<input[^>]* disabled/)
  }
  expect(formWhile('idle')).not.toMatch(/<input[^>]* (?:readOnly|disabled)/i)
})
