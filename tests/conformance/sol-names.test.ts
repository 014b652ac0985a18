import { expect, it } from 'vitest'
import { nameAccounts } from '../third-party/sns/src/accounts.js'

// The expected addresses come from `getDomainKeySync`, `getRecordKeySync` and `getRecordV2Key` of @bonfida/spl-name-service 3.0.26
it('the accounts of a .sol name are those that the name service’s own library derives', async () => {
  expect(await nameAccounts('hazel')).toEqual([
    'LarAUK2ctWSr322CUMqJrzPtUDdyW7DSaMFE5aGDNt4',
    '6e7eLNEN8vomYjGcDiTHprjCEYP5Jd5BxtdADLdvkRb1',
    'GVusRJcJ8rhwpu5GWwChYLjKUS4XjZR4Nm6gsjCosH97',
  ])
  const [own] = await nameAccounts('bonfida')
  expect(own).toBe('Crf8hzfthWGbGbLTVCiqRqV5MVnbpHB1L9KQMd6gsinb')
})
