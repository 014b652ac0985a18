/** JSON response with `Cache-Control: no-store` and the given `Set-Cookie` values. */
export function reply(body: object, cookies: readonly string[] = [], status = 200): Response {
  const response = Response.json(body, { status, headers: { 'cache-control': 'no-store' } })
  for (const cookie of cookies) response.headers.append('set-cookie', cookie)
  return response
}
