// @vitest-environment happy-dom
import { type ReactNode, useState } from 'react'
import { flushSync } from 'react-dom'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { AmountInput } from './amount-input.js'

const { NumberFormat } = Intl
beforeEach(() => {
  // the computer that runs the test may use a decimal comma
  vi.stubGlobal('Intl', {
    NumberFormat: class extends NumberFormat {
      constructor(locale = 'en-US') {
        super(locale)
      }
    },
  })
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

/** Types a text, one character after the other, in a browser with these languages. Returns the text of the input. */
function type(text: string, languages: readonly string[]): string {
  vi.spyOn(navigator, 'languages', 'get').mockReturnValue(languages)
  const place = document.body.appendChild(document.createElement('div'))
  root = createRoot(place)
  flushSync(() => root?.render(<Field />))
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
  ['1,5', ['en-US', 'fr'], '1.5', 'becomes a dot if one of the languages of the browser has a decimal comma'],
  ['1,000', ['en-US', 'en'], '1,000', 'stays in a browser with a decimal dot, so that the form shows an error'],
  ['1,000,000', ['de-DE'], '1.000,000', 'stays if the amount has a decimal separator already'],
  ['1.000,5', ['de-DE'], '1.000,5', 'stays after a dot'],
  ['1,5', ['no language'], '1,5', 'stays if the language is invalid'],
])('a typed comma in %s with the languages %o: %s, because it %s', (text, languages, result) => {
  expect(type(text, languages)).toBe(result)
})
