import { describe, expect, it } from 'vitest'
import { browseLink, isLoopback } from './browse.js'

const page = 'https://shop.example/a b?x=1&y=ä#top'
const linkFor = (browse_link: string, at = page) => browseLink({ id: 'a', name: 'A', browse_link }, at)

describe('links that open the page in a wallet', () => {
  it('contain the page URL in the encoding of the placeholder', () => {
    expect(linkFor('https://w.example/dapp/{page}')).toBe('https://w.example/dapp/shop.example/a%20b?x=1&y=%C3%A4#top')
    expect(linkFor('https://w.example/?url={url}&ref={origin}')).toBe(
      'https://w.example/?url=https%3A%2F%2Fshop.example%2Fa%2520b%3Fx%3D1%26y%3D%25C3%25A4%23top&ref=https%3A%2F%2Fshop.example',
    )
    expect(linkFor('https://w.example/?to=w%3A%2F%2F{urlTwice}', 'https://a.b/')).toBe(
      'https://w.example/?to=w%3A%2F%2Fhttps%253A%252F%252Fa.b%252F',
    )
  })

  it('are undefined if the wallet publishes no link or the page is not on http(s)', () => {
    expect(browseLink({ id: 'a', name: 'A' }, page)).toBeUndefined()
    expect(linkFor('https://w.example/{url}', 'file:///home/a.html')).toBeUndefined()
    expect(linkFor('https://w.example/{url}', 'about:blank')).toBeUndefined()
  })

  it('are undefined for a template without a fixed https host or without a placeholder', () => {
    const bad = [
      'https://{page}/',
      'https://w.example.{page}',
      'https://w@{page}/',
      'http://w.example/{url}',
      'https://w.example/',
    ]
    for (const link of [...bad, 'javascript:{url}//', 'https://w.example?{url}'])
      expect(linkFor(link), link).toBeUndefined()
  })

  it('isLoopback() recognizes URLs that a phone cannot open', () => {
    expect(
      ['http://127.0.0.1:80/', 'http://localhost/', 'http://x.localhost/', 'http://[::1]:5173/'].map(isLoopback),
    ).toEqual([true, true, true, true])
    expect(['https://shop.example/', 'http://192.168.1.4/'].map(isLoopback)).toEqual([false, false])
  })
})
