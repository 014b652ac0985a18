import { expect, it } from 'vitest'
import { metaPolicies } from './page-headers.js'

const csp = (policy: string): string => `<meta http-equiv="Content-Security-Policy" content="${policy}">`

it('metaPolicies ignores comments, scripts, styles and templates, also those that are not closed', () => {
  expect(metaPolicies(`<!-- ${csp('a')} --><script>${csp('b')}</script>${csp("default-src 'self'")}`)).toEqual([
    "default-src 'self'",
  ])
  expect(metaPolicies(`${csp('a')}<template>${csp('b')}`)).toEqual(['a'])
  expect(metaPolicies(`${csp('a')}<!-- ${csp('b')}`)).toEqual(['a'])
  expect(metaPolicies(`<template-x></template-x>${csp('a')}`)).toEqual(['a'])
})

it.each(['<meta ', '<meta "', '<meta \'"', '<script ', '<!-- ', '<meta a=b '])(
  'metaPolicies reads a page of many %j in linear time',
  (text) => {
    const start = performance.now()
    expect(metaPolicies(text.repeat(200_000))).toEqual([])
    expect(performance.now() - start).toBeLessThan(5000)
  },
)
