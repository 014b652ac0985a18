// @vitest-environment happy-dom
import fc from 'fast-check'
import { act, type ReactNode } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { Address } from './content/address.js'
import { Amount } from './content/amount.js'
import { Name } from './content/name.js'
import { Text } from './content/text.js'
import { Button } from './controls/button.js'
import { CopyButton } from './controls/copy-button.js'
import { Input } from './controls/input.js'
import { Link } from './controls/link.js'
import { Tabs } from './controls/tabs.js'
import { Avatar } from './images/avatar.js'
import { Mark } from './images/mark.js'
import { hues, initialsOf, LARGE_CONTRAST, Monogram } from './images/monogram.js'
import { List } from './lists/list.js'
import { ListItem } from './lists/list-item.js'
import { ErrorState } from './states/states.js'
import { contrast, parseHex } from './styles/contrast.js'
import { styles } from './styles/styles.js'

let root: Root
let page: HTMLElement

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  page = document.createElement('div')
  document.body.append(page)
  root = createRoot(page)
})
afterEach(async () => {
  await act(async () => root.unmount())
  page.remove()
  vi.unstubAllGlobals()
})
const draw = (node: ReactNode): Promise<void> => act(async () => root.render(node))
const find = (selector: string): HTMLElement =>
  page.querySelector<HTMLElement>(selector) ?? expect.fail(`nothing matches ${selector}`)
const press = (key: string, modifiers: KeyboardEventInit = {}): Promise<void> =>
  act(
    async () =>
      void document.activeElement?.dispatchEvent(
        new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...modifiers }),
      ),
  )

it('a loading button is announced as busy, ignores clicks and keeps the focus', async () => {
  const onClick = vi.fn()
  await draw(
    <Button loading onClick={onClick}>
      Go
    </Button>,
  )
  find('button').focus()
  await act(async () => find('button').click())
  expect(onClick).not.toHaveBeenCalled()
  expect(find('button').getAttribute('aria-busy')).toBe('true')
  expect(document.activeElement).toBe(find('button'))
})

it('arrow keys, Home and End move through a list and skip disabled rows and rows without an action', async () => {
  await draw(
    <List>
      <ListItem label="one" onClick={() => {}} />
      <ListItem label="two" disabled onClick={() => {}} />
      <ListItem label="text" />
      <ListItem label="three" href="https://example.org" />
    </List>,
  )
  const [one, , , three] = page.querySelectorAll<HTMLElement>('.wm-item')
  one?.focus()
  await press('ArrowDown')
  expect(document.activeElement).toBe(three)
  await press('ArrowDown')
  expect(document.activeElement).toBe(one)
  await press('End')
  expect(document.activeElement).toBe(three)
  await press('Home')
  expect(document.activeElement).toBe(one)
})

it('G4: a row with a hostile URL is not a link', async () => {
  const [plain, encoded] = ['alert(1)', '//%0aalert(1)'].map((code) => `javascript:${code}`)
  await draw(<ListItem label="x" href={plain ?? ''} />)
  expect(page.querySelector('a,button')).toBeNull()
  await draw(<Link href={encoded ?? ''}>x</Link>)
  expect(page.querySelector('a')).toBeNull()
  expect(page.textContent).toBe('x')
})

it('links send no referrer', async () => {
  await draw(<Link href="https://example.org">x</Link>)
  expect(find('a').getAttribute('rel')).toBe('noopener noreferrer')
  expect(find('a').getAttribute('target')).toBe('_blank')
})

it('tabs have one tab stop; arrow keys select', async () => {
  const onSelect = vi.fn()
  const tabs = ['a', 'b', 'c'].map((id) => ({ id, label: id }))
  await draw(
    <Tabs label="t" tabs={tabs} selected="a" onSelect={onSelect}>
      content
    </Tabs>,
  )
  expect([...page.querySelectorAll('[role=tab]')].map((tab) => tab.getAttribute('tabindex'))).toEqual(['0', '-1', '-1'])
  find('[aria-selected=true]').focus()
  await press('ArrowLeft')
  expect(onSelect).toHaveBeenLastCalledWith('c')
  await press('End')
  expect(onSelect).toHaveBeenLastCalledWith('c')
  await press('Home')
  expect(onSelect).toHaveBeenLastCalledWith('a')
})

it('tabs ignore shortcuts of the browser, such as Alt and an arrow key', async () => {
  const onSelect = vi.fn()
  const tabs = ['a', 'b'].map((id) => ({ id, label: id }))
  await draw(
    <Tabs label="t" tabs={tabs} selected="a" onSelect={onSelect}>
      content
    </Tabs>,
  )
  find('[aria-selected=true]').focus()
  for (const modifier of ['altKey', 'ctrlKey', 'metaKey']) await press('ArrowRight', { [modifier]: true })
  expect(onSelect).not.toHaveBeenCalled()
})

it('a logo reserves its space, sends no referrer, and is replaced by initials if it fails', async () => {
  await draw(<Mark name="Zephyr Wallet" src="https://cdn.example/z.png" size={40} />)
  const image = find('img')
  expect([image.getAttribute('width'), image.getAttribute('height')]).toEqual(['40', '40'])
  expect(image.getAttribute('referrerpolicy')).toBe('no-referrer')
  expect(image.getAttribute('alt')).toBe('')
  await act(async () => void image.dispatchEvent(new Event('error')))
  expect(page.querySelector('img')).toBeNull()
  expect(find('svg').textContent).toBe('ZW')
})

it('G3: a picture with a javascript: URL is not requested', async () => {
  await draw(<Mark name="x" src="javascript:alert(1)" />)
  expect(page.querySelector('img')).toBeNull()
})

it('G3: no name creates an element', () => {
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string({ unit: 'binary' }),
        fc.constantFrom('<img src=x onerror=alert(1)>', '"><script>1</script>', '{{x}}'),
      ),
      (name) => {
        const markup = renderToStaticMarkup(<Name>{name}</Name>)
        expect(markup.match(/</g)).toHaveLength(2)
      },
    ),
  )
})

it.each([
  ['Zephyr Wallet', 'ZW'],
  ['  orbit ', 'O'],
  ['🦊 fox', 'F'],
  ['', '?'],
  ['<b>', 'B'],
])('initials of %j are %s', (name, initials) => {
  expect(initialsOf(name)).toBe(initials)
})

it('initials are the same in every language of the browser: a Turkish one would display İ', () => {
  const toLocaleUpperCase = String.prototype.toLocaleUpperCase
  const spy = vi.spyOn(String.prototype, 'toLocaleUpperCase').mockImplementation(function (this: string) {
    return toLocaleUpperCase.call(this, 'tr')
  })
  expect(initialsOf('imToken')).toBe('I')
  spy.mockRestore()
})

it('a hexadecimal address has the same avatar in any letter case; other addresses do not', () => {
  const picture = (address: string): string => renderToStaticMarkup(<Avatar address={address} />)
  expect(picture('0xAbCd')).toBe(picture('0xabcd'))
  expect(picture('0xabcd')).not.toBe(picture('0xabce'))
  expect(picture('BC1')).not.toBe(picture('bc1'))
})

it('a monogram accepts only a hexadecimal colour, and its initials are readable on it', () => {
  for (const hue of hues)
    expect(contrast([255, 255, 255], parseHex(hue) ?? [255, 255, 255])).toBeGreaterThanOrEqual(LARGE_CONTRAST)
  expect(renderToStaticMarkup(<Monogram name="x" colour="#123456" />)).toContain('fill="#123456"')
  expect(renderToStaticMarkup(<Monogram name="x" colour="#fafafa" />)).toContain('fill="#000"')
  expect(renderToStaticMarkup(<Monogram name="x" colour="url(//evil)" />)).not.toContain('evil')
})

it('a text is not scrollable: the styles of the card’s scrollable box do not match it', async () => {
  const [, selector = 'p'] = /([^{}]+)\{overflow:hidden auto;/.exec(styles) ?? []
  await draw(<Text>x</Text>)
  expect(find('p').matches(selector)).toBe(false)
})

it('L2: addresses and amounts are left to right', () => {
  expect(renderToStaticMarkup(<Address>0x1234567890</Address>)).toBe(
    '<bdi dir="ltr" class="wm-address"><span>0x</span><span>1234</span><span>5678</span><span>90</span></bdi>',
  )
  expect(renderToStaticMarkup(<Amount value={1500000n} decimals={6} symbol="USDC" />)).toContain('dir="ltr"')
})

it.each([
  [12_345_678_900n, '12|345.678'],
  [-1_234_567_000_000n, '-1|234|567'],
  [100_000_000_000n, '100|000'],
  [9_999_500_000n, '9|999.5'],
  [1n, '&lt;0.001'],
])('an amount of %d has its digits in groups, and no other characters', (value, wanted) => {
  const drawn = renderToStaticMarkup(<Amount value={value} decimals={6} symbol="GLD" />)
  const groups = drawn.replaceAll('</span><span class="wm-amount-group">', '|').replace(/<[^>]*>/g, '')
  expect(groups).toBe(`${wanted} GLD`)
})

it('an unknown amount is displayed as a dash', () => {
  expect(renderToStaticMarkup(<Amount value={undefined} decimals={18} symbol="ETH" />)).toContain('—')
  expect(renderToStaticMarkup(<Amount value={0n} decimals={18} symbol="ETH" />)).not.toContain('—')
})

it('an input has a label, displays its error, and calls onEnter', async () => {
  const onChange = vi.fn()
  const onEnter = vi.fn()
  await draw(<Input label="Amount" value="x" error="Incorrect amount" onChange={onChange} onEnter={onEnter} />)
  const input = find('input')
  expect(find('label').getAttribute('for')).toBe(input.id)
  expect(input.getAttribute('aria-invalid')).toBe('true')
  expect(document.getElementById(input.getAttribute('aria-describedby') ?? '')?.textContent).toBe('Incorrect amount')
  input.focus()
  await press('Enter')
  expect(onEnter).toHaveBeenCalledOnce()
})

it.each([
  [true, 'copied'],
  [false, 'copyFailed'],
])('the copy button displays whether copying succeeded: %s', async (works, said) => {
  const writeText = vi.fn(() => (works ? Promise.resolve() : Promise.reject(new Error('denied'))))
  vi.stubGlobal('navigator', { clipboard: { writeText } })
  await draw(<CopyButton value="0x1" label="Copy address" />)
  await act(async () => find('button').click())
  expect(writeText).toHaveBeenCalledWith('0x1')
  expect(find('[role=status]').textContent).toBe(said)
})

it('an error is announced, with a Retry button', async () => {
  const onRetry = vi.fn()
  await draw(<ErrorState title="Token Balance Unavailable" onRetry={onRetry} />)
  expect(find('[role=alert]').textContent).toContain('Token Balance Unavailable')
  await act(async () => find('button').click())
  expect(onRetry).toHaveBeenCalledOnce()
  window.dispatchEvent(new Event('online'))
  expect(onRetry).toHaveBeenCalledTimes(2)
  await draw(<p>Back</p>)
  window.dispatchEvent(new Event('online'))
  expect(onRetry).toHaveBeenCalledTimes(2)
})

it('M2: the button that clears a field moves the focus to the field', async () => {
  const onChange = vi.fn()
  const field = (value: string): ReactNode => (
    <Input label="Search" value={value} onChange={onChange} clearLabel="Clear" />
  )
  await draw(field(''))
  expect(page.querySelector('button')).toBeNull()
  await draw(field('abc'))
  await act(async () => find('button').click())
  expect(onChange).toHaveBeenCalledWith('')
  await draw(field(''))
  expect(document.activeElement).toBe(find('input'))
  await draw(<Input label="Search" value="abc" onChange={onChange} clearLabel="Clear" disabled />)
  expect(page.querySelector('button')).toBeNull()
})
