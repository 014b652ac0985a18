import { signal } from '@wallet-modal/kernel'
import { createFakeConnection, createFakeContext } from '@wallet-modal/kernel/testing'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { createNamesModel } from './model.js'
import RegisterAccountNameView from './views/register-account-name-view.js'

/** HTML of the form for a free name. */
function formWhile(registration: 'idle' | 'signing' | 'submitting'): string {
  const ctx = createFakeContext({ connections: { active: signal(createFakeConnection()) } })
  const model = createNamesModel(ctx, { zone: 'reown.id' })
  const check = { status: 'free', name: 'zoey.reown.id', suggestions: [] } as const
  const shown = {
    ...{ ...model, registration: signal(registration), isSupported: signal(true) },
    form: { ...model.form, text: signal('zoey'), check: signal(check) },
  }
  const props = { model: shown, ctx, params: undefined, resolve: () => undefined }
  return renderToStaticMarkup(createElement(RegisterAccountNameView, props))
}

it('the field of the name keeps the focus while the name is registered: it is read-only, not disabled', () => {
  for (const registration of ['signing', 'submitting'] as const) {
    expect(formWhile(registration)).toMatch(/<input[^>]* readOnly=""/i)
    expect(formWhile(registration)).not.toMatch(/<input[^>]* disabled/)
  }
  expect(formWhile('idle')).not.toMatch(/<input[^>]* (?:readOnly|disabled)/i)
})
