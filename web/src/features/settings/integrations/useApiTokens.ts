import type { ApiToken, ApiTokens, CreateApiTokenResponse } from '@twentyfour/core';
import { useCallback, useEffect, useState } from 'react';
import { type CallOutcome, callServer } from '../../../core/call-server';
import { type ChangeError, changeErrorOf } from './changeError';

const PATH = '/account/tokens/';

/** The fields of a new token. */
export type NewApiToken = Pick<ApiToken, 'name' | 'scopes' | 'board_ids' | 'expires_at'> & { password: string };

/** The outcome of a change: its data, or why there is none. */
export type Outcome<T> = { data: T; error?: never } | { data?: never; error: ChangeError };

interface ApiTokensState {
  /** The tokens, the newest first; null until they are loaded. */
  tokens: readonly ApiToken[] | null;
  hasFailed: boolean;
  reload: () => void;
  create: (token: NewApiToken) => Promise<Outcome<CreateApiTokenResponse>>;
  revoke: (id: string) => Promise<Outcome<ApiTokens>>;
}

/** Loads the API tokens of the account, and changes them. */
export function useApiTokens(): ApiTokensState {
  const [tokens, setTokens] = useState<readonly ApiToken[] | null>(null);
  const [hasFailed, setHasFailed] = useState(false);
  const load = useCallback(
    () => void callServer<ApiTokens>('GET', PATH).then(({ data }) => (data ? setTokens(data.tokens) : setHasFailed(true))),
    [],
  );
  useEffect(load, [load]);
  return {
    tokens,
    hasFailed,
    reload: () => {
      setHasFailed(false);
      load();
    },
    create: async (token) => {
      const outcome = withMessage(await callServer<CreateApiTokenResponse>('POST', PATH, token));
      if (outcome.data) setTokens([outcome.data.api_token, ...(tokens ?? [])]);
      return outcome;
    },
    revoke: async (id) => {
      const outcome = withMessage(await callServer<ApiTokens>('DELETE', `${PATH}${id}/`));
      if (outcome.data) setTokens(outcome.data.tokens);
      return outcome;
    },
  };
}

function withMessage<T>({ data, failure }: CallOutcome<T>): Outcome<T> {
  return data ? { data } : { error: changeErrorOf(failure) };
}
