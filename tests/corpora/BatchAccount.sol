// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

/// Code that an externally owned account delegates to (EIP-7702): it sends several calls in one transaction, all or none.
contract BatchAccount {
    struct Call {
        address to;
        uint256 value;
        bytes data;
    }

    receive() external payable {}

    function execute(Call[] calldata calls) external payable {
        require(msg.sender == address(this), "only the account itself");
        for (uint256 i = 0; i < calls.length; i++) {
            (bool done,) = calls[i].to.call{value: calls[i].value}(calls[i].data);
            require(done, "a call of the batch failed");
        }
    }
}
