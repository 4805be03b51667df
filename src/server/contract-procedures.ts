import { changeContract } from './contract/change-contract';
import { createContract } from './contract/create-contract';
import { deleteContract } from './contract/delete-contract';
import { getContract } from './contract/get-contract';
import { listContractHistory } from './contract/list-contract-history';
import { listContractVendors } from './contract/list-contract-vendors';
import { listContracts } from './contract/list-contracts';
import { listCoveredSoftware } from './contract/list-covered-software';

/** The procedures on contracts. */
export const contract = {
  list: listContracts,
  vendors: listContractVendors,
  history: listContractHistory,
  covered: listCoveredSoftware,
  create: createContract,
  get: getContract,
  change: changeContract,
  delete: deleteContract,
};
