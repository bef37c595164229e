// The generated description of the API.
import { z } from 'zod';
import { operation } from './operation.ts';

export const readOpenApi = operation({
  id: 'openapi.get',
  method: 'GET',
  path: '/openapi.json',
  needs: 'anyone',
  summary: 'This API, described as an OpenAPI document.',
  output: z.unknown(),
});
