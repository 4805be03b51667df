import { changeContract } from './contract/change-contract';
import { createContract } from './contract/create-contract';
import { deleteContract } from './contract/delete-contract';
import { getContract } from './contract/get-contract';
import { listContracts } from './contract/list-contracts';

/** The procedures on contracts. */
export const contract = {
  list: listContracts,
  create: createContract,
  get: getContract,
  change: changeContract,
  delete: deleteContract,
};
