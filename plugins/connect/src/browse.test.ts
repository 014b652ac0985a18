import { describe, expect, it } from 'vitest'
import { browseLink, isLoopback } from './browse.js'

const page = 'https://shop.example/a b?x=1&y=ä#top'
const of = (browse_link: string, at = page) => browseLink({ id: 'a', name: 'A', browse_link }, at)

describe('the link that opens a page in a wallet', () => {
  it('holds the page in the form that the wallet asks for', () => {
    expect(of('https://w.example/dapp/{page}')).toBe('https://w.example/dapp/shop.example/a%20b?x=1&y=%C3%A4#top')
    expect(of('https://w.example/?url={url}&ref={origin}')).toBe(
      'https://w.example/?url=https%3A%2F%2Fshop.example%2Fa%2520b%3Fx%3D1%26y%3D%25C3%25A4%23top&ref=https%3A%2F%2Fshop.example',
    )
    expect(of('https://w.example/?to=w%3A%2F%2F{urlTwice}', 'https://a.b/')).toBe(
      'https://w.example/?to=w%3A%2F%2Fhttps%253A%252F%252Fa.b%252F',
    )
  })

  it('is none where the wallet publishes none, or the page is no web page', () => {
    expect(browseLink({ id: 'a', name: 'A' }, page)).toBeUndefined()
    expect(of('https://w.example/{url}', 'file:///home/a.html')).toBeUndefined()
    expect(of('https://w.example/{url}', 'about:blank')).toBeUndefined()
  })

  it('is none where it leads to no fixed https host, or has no place for the page', () => {
    const bad = [
      'https://{page}/',
      'https://w.example.{page}',
      'https://w@{page}/',
      'http://w.example/{url}',
      'https://w.example/',
    ]
    for (const link of [...bad, 'javascript:{url}//', 'https://w.example?{url}']) expect(of(link), link).toBeUndefined()
  })

  it('knows which addresses a phone cannot open', () => {
    expect(
      ['http://127.0.0.1:80/', 'http://localhost/', 'http://x.localhost/', 'http://[::1]:5173/'].map(isLoopback),
    ).toEqual([true, true, true, true])
    expect(['https://shop.example/', 'http://192.168.1.4/'].map(isLoopback)).toEqual([false, false])
  })
})
