import { lazyOnce } from '@wallet-modal/kernel'
import MiniSearch, { type SearchResult } from 'minisearch'
import { searchOptions } from './search-options.mjs'

/** Search of the documentation. The index is a static file of the site, loaded at the first keystroke. */

const limit = 8
const root = new URL('.', import.meta.url)
const find = <T extends Element>(selector: string): T => {
  const element = document.querySelector<T>(selector)
  if (!element) throw new Error(`The page has no ${selector}.`)
  return element
}
const form = find<HTMLFormElement>('form.search')
const field = find<HTMLInputElement>('form.search input')
const list = find<HTMLUListElement>('form.search ul')
const status = find<HTMLElement>('form.search [role="status"]')

async function readIndex(): Promise<MiniSearch> {
  const response = await fetch(new URL('search-index.json', root))
  if (!response.ok) throw new Error(`The search index answered ${response.status}.`)
  return MiniSearch.loadJSON(await response.text(), searchOptions)
}
const index = lazyOnce(readIndex)

function item({ id, page, heading }: SearchResult): HTMLLIElement {
  const link = document.createElement('a')
  link.href = new URL(String(id), root).href
  link.append(String(heading))
  if (page !== heading) {
    const where = document.createElement('span')
    where.append(String(page))
    link.append(' ', where)
  }
  const element = document.createElement('li')
  element.append(link)
  return element
}

function draw(text: string, results: readonly SearchResult[]): void {
  list.replaceChildren(...results.slice(0, limit).map(item))
  list.hidden = results.length === 0
  const found = Math.min(results.length, limit)
  status.textContent =
    text && (found ? `${found} ${found === 1 ? 'result' : 'results'}` : `Nothing found for “${text}”`)
}

async function look(): Promise<void> {
  const text = field.value.trim()
  if (!text) return draw('', [])
  try {
    const search = await index()
    if (text === field.value.trim()) draw(text, search.search(text)) // otherwise a later keystroke renders its own results
  } catch {
    draw('', [])
    status.textContent = 'The search could not be loaded. Type again to retry.'
  }
}

/** Moves the focus between the search field and the results, for the arrow keys. Tab needs no code, because the results are links. */
function move(step: 1 | -1): void {
  const stops: readonly HTMLElement[] = [field, ...list.querySelectorAll('a')]
  const at = stops.findIndex((stop) => stop === document.activeElement) // -1 if the active element is none of them
  stops[Math.max(0, Math.min(stops.length - 1, at + step))]?.focus()
}

function close(): void {
  draw('', [])
  field.value = ''
  field.focus()
}

const keys: Readonly<Record<string, () => void>> = { ArrowDown: () => move(1), ArrowUp: () => move(-1), Escape: close }

field.addEventListener('input', () => void look())
form.addEventListener('keydown', (event) => {
  const act = keys[event.key]
  if (!act) return
  event.preventDefault()
  act()
})
form.addEventListener('submit', (event) => {
  event.preventDefault()
  list.querySelector('a')?.click()
})
form.addEventListener('focusout', ({ relatedTarget }) => {
  if (!(relatedTarget instanceof Node && form.contains(relatedTarget))) list.hidden = true
})
form.addEventListener('focusin', () => {
  list.hidden = list.childElementCount === 0
})
document.addEventListener('keydown', (event) => {
  const typing =
    event.target instanceof HTMLElement && event.target.closest('input, select, textarea, [contenteditable]')
  if (event.key !== '/' || typing || event.ctrlKey || event.metaKey || event.altKey) return
  event.preventDefault()
  field.focus()
})
form.hidden = false
