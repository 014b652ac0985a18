import { describe, expect, it } from 'vitest'
import { render } from './render.js'

describe('render', () => {
  it('escapes {{x}} for HTML, and inserts {{{x}}} unchanged', () => {
    expect(render('{{x}} {{{x}}}', { x: '<b>"' })).toBe('&lt;b&gt;&quot; <b>"')
  })

  it('supports #if and #each', () => {
    expect(
      render('{{#if on}}{{#each list}}{{n}}{{#if @last}}{{else}},{{/if}}{{/each}}{{/if}}', {
        on: true,
        list: [{ n: '1' }, { n: '2' }],
      }),
    ).toBe('1,2')
  })

  it.each([
    '{{missing}}',
    '{{#if missing}}x{{/if}}',
    '{{constructor}}',
    '{{__proto__}}',
    '{{toString}}',
    '{{x.constructor}}',
  ])('refuses %s, a name that the data does not have', (template) => {
    expect(() => render(template, { x: 'y' })).toThrow()
  })

  it.each([
    '{{#unless x}}y{{/unless}}',
    '{{#with x}}y{{/with}}',
    '{{lookup x "y"}}',
    '{{log x}}',
    '{{helper x}}',
    '{{> partial}}',
  ])('refuses %s, as only #if and #each are supported', (template) => {
    expect(() => render(template, { x: 'y' })).toThrow()
  })

  it('does not render templates in the data', () => {
    expect(render('{{{x}}}', { x: '{{y}}' })).toBe('{{y}}')
  })
})
