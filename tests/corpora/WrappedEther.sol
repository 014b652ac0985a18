// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// Wrapped coin with the functions and events of WETH9: `deposit` and `withdraw` emit `Deposit` and `Withdrawal`, and no `Transfer`.
contract WrappedEther {
    event Deposit(address indexed dst, uint256 wad);
    event Withdrawal(address indexed src, uint256 wad);

    mapping(address account => uint256) public balanceOf;

    receive() external payable {
        deposit();
    }

    function deposit() public payable {
        balanceOf[msg.sender] += msg.value;
        emit Deposit(msg.sender, msg.value);
    }

    function withdraw(uint256 wad) external {
        balanceOf[msg.sender] -= wad;
        (bool paid,) = msg.sender.call{value: wad}("");
        require(paid, "the coins were not taken");
        emit Withdrawal(msg.sender, wad);
    }
}

/// Contract that logs deposits of coins, but is not a token, like a staking contract.
contract CoinVault {
    event Deposit(address indexed account, uint256 amount);

    function stake() external payable {
        emit Deposit(msg.sender, msg.value);
    }
}
