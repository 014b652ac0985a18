// @vitest-environment happy-dom
import { type ReactNode, useState } from 'react'
import { flushSync } from 'react-dom'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { WalletModalConfig } from '../../modal/config.js'
import { createModalCore } from '../../modal/modal-core.js'
import { createServices } from '../../modal/services.js'
import type { UiDependencies } from '../../modal/ui-dependencies.js'
import { UiContext } from '../../react/dialog/ui-context.js'
import { AmountInput, mayMeanThousands } from './amount-input.js'

const { NumberFormat } = Intl
beforeEach(() => {
  // the computer that runs the test may use a decimal comma
  const inEnglish = class extends NumberFormat {
    constructor(locale = 'en-US') {
      super(locale)
    }
  }
  vi.stubGlobal('Intl', Object.create(Intl, { NumberFormat: { value: inEnglish } }))
})

let root: Root | undefined
afterEach(() => {
  root?.unmount()
  document.body.replaceChildren()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

function Field(): ReactNode {
  const [value, setValue] = useState('')
  return <AmountInput label="Amount" value={value} onChange={setValue} unit="ETH" />
}

/** UI of a modal in this language. */
function uiIn(locale: string): UiDependencies {
  const config: WalletModalConfig = { plugins: [], locale, logLevel: 'silent' }
  const core = createModalCore(config, () => undefined, new AbortController().signal)
  return { ...core, ...createServices(config, core) }
}

/** Types a text, one character after the other, in a browser with these languages, and with the modal in `locale`. Returns the text of the input. */
function type(text: string, languages: readonly string[], locale?: string): string {
  vi.spyOn(navigator, 'languages', 'get').mockReturnValue(languages)
  const place = document.body.appendChild(document.createElement('div'))
  root = createRoot(place)
  const ui = locale === undefined ? null : uiIn(locale)
  flushSync(() =>
    root?.render(
      <UiContext value={ui}>
        <Field />
      </UiContext>,
    ),
  )
  const input = place.querySelector('input')
  if (!input) throw new Error('There is no input.')
  for (const data of text) {
    const end = input.value.length + 1
    const setValue = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set
    setValue?.call(input, input.value + data)
    input.setSelectionRange(end, end)
    flushSync(() => input.dispatchEvent(new InputEvent('input', { bubbles: true, data })))
  }
  return input.value
}

test.each([
  ['1,5', ['de-DE'], '1.5', 'becomes a dot in a browser with a decimal comma, whose keypad may have no dot'],
  ['1,000', ['en-US', 'fr'], '1,000', 'stays if only a further language of the browser has a decimal comma'],
  ['1,125', ['de-DE'], '1.125', 'becomes a dot before three digits if no language has a decimal dot'],
  ['1,000', ['en-US', 'en'], '1,000', 'stays in a browser with a decimal dot, so that the form shows an error'],
  ['1,000,000', ['de-DE'], '1.000,000', 'stays if the amount has a decimal separator already'],
  ['1.000,5', ['de-DE'], '1.000,5', 'stays after a dot'],
  ['1,5', ['no language'], '1,5', 'stays if the language is invalid'],
])('a typed comma in %s with the languages %o: %s, because it %s', (text, languages, result) => {
  expect(type(text, languages)).toBe(result)
})

test.each([
  ['1,5', '1.5'],
  ['0,125', '0.125'],
  ['1,000,000', '1.000,000'],
  ['1.000', '1.000'],
])('a typed comma becomes a dot if only the modal or only the browser has a decimal comma: %s', (text, result) => {
  expect(type(text, ['de-DE'], 'en')).toBe(result)
  expect(type(text, ['en-US'], 'de')).toBe(result)
})

test.each([
  ['10.000', ['de-DE'], true],
  ['1.250', ['en-US'], false],
  ['0.125', ['de-DE'], false],
  ['10.0005', ['de-DE'], false],
  ['10000', ['de-DE'], false],
])('%s with the browser languages %o may mean thousands: %s', (text, languages, isAmbiguous) => {
  vi.spyOn(navigator, 'languages', 'get').mockReturnValue(languages)
  expect(mayMeanThousands(text, undefined)).toBe(isAmbiguous)
  expect(mayMeanThousands(text, 'en')).toBe(isAmbiguous)
})
